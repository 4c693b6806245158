export type RefusalCode =
  | 'EPRIVATE'
  | 'EELSEWHERE'
  | 'EREDIRECT'
  | 'EENCODED'
  | 'ETOOLARGE'
  | 'ETIMEDOUT'
  | 'ESTATUS';

/** Why the guarded client refused or aborted a request. */
export class OutgoingRefusal extends Error {
  override readonly name = 'OutgoingRefusal';
  readonly code: RefusalCode;

  constructor(code: RefusalCode, message: string) {
    super(message);
    this.code = code;
  }
}
