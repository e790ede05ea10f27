import { usage } from './import/arguments';
import { importCatalog } from './import/import-catalog';
import { runProgram } from './run-program';

runProgram('catalog:import', usage, importCatalog);
