import { usage } from './bill/arguments';
import { compareBillProgram } from './bill/compare-bill-program';
import { runProgram } from './run-program';

runProgram('bill:compare', usage, compareBillProgram);
