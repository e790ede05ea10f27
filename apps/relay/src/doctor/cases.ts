import { answerCases } from './answer-cases';
import type { DoctorCase } from './doctor-case';
import { errorCases, provokedErrorCases } from './error-cases';

export const doctorCases: readonly DoctorCase[] = [...answerCases, ...errorCases];

export const simulatorCases: readonly DoctorCase[] = [...doctorCases, ...provokedErrorCases];
