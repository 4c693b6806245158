type RefusalCode =
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
  /** Of a response that was no success. */
  readonly status: number | null;

  constructor(code: RefusalCode, message: string, status: number | null = null) {
    super(message);
    this.code = code;
    this.status = status;
  }
}
