/** Why something cannot be done; the message is one line for the operator, who needs no stack. */
export class OperatorProblem extends Error {}
