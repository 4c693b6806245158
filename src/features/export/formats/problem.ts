import { OperatorProblem } from '../../../platform/log/operator-problem.ts';

/** Why an export cannot be written; the message is one line for the operator. */
export class ExportProblem extends OperatorProblem {
  override readonly name = 'ExportProblem';
}
