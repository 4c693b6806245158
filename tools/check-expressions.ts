import { writeFileSync } from 'node:fs';
import {
  checkedFile,
  expressionHash,
  expressionProblem,
  expressions,
} from '../tests/support/check-expression.ts';
import { installPackages } from '../tests/support/packages.ts';

/**
 * Checks every regular expression again, which takes minutes, and lists those that take linear time in
 * tests/support/checked-expressions.txt. Tests check only the expressions that are not listed.
 */
installPackages('deep');
const linear: string[] = [];
for (const expression of expressions()) {
  const problem = await expressionProblem(expression);
  if (problem === null) linear.push(expressionHash(expression));
  else console.error(`${expression.file}: ${expression.code} ${problem}`);
}
writeFileSync(checkedFile, `${[...new Set(linear)].sort().join('\n')}\n`);
console.log(`${linear.length} expressions take linear time.`);
