/** Why an export cannot be written; the message is one line for the operator. */
export class ExportProblem extends Error {
  override readonly name = 'ExportProblem';
}
