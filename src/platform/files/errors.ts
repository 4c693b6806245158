import { rangeOutsideFile } from '../messages/owner.ts';

/** An error with a file; the message tells the user what to do. */
export abstract class MediaError extends Error {
  abstract readonly code: string;

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}

export class WrongType extends MediaError {
  readonly code = 'wrong_type';
}

export class WrongContentType extends MediaError {
  readonly code = 'wrong_type';
}

export class CorruptImage extends MediaError {
  readonly code = 'corrupt';
}

export class TooManyPixels extends MediaError {
  readonly code = 'too_many_pixels';
}

export class TooLarge extends MediaError {
  readonly code = 'too_large';
}

export class TooManyFiles extends MediaError {
  readonly code = 'too_many_files';
}

export class MissingPart extends MediaError {
  readonly code = 'missing_part';
}

export class MalformedUpload extends MediaError {
  readonly code = 'malformed';
}

/** An image of another site that could not be fetched. */
export class NotFetched extends MediaError {
  readonly code = 'not_fetched';
  /** Whether another attempt would end the same way. */
  readonly isFinal: boolean;

  constructor(message: string, { isFinal = false, ...options }: ErrorOptions & { isFinal?: boolean } = {}) {
    super(message, options);
    this.isFinal = isFinal;
  }
}

export class Busy extends MediaError {
  readonly code = 'busy';
}

export class StorageDown extends MediaError {
  readonly code = 'storage_down';
}

/** A range that starts beyond the end of the file; the HTTP response needs the size of the file. */
export class RangeOutside extends MediaError {
  readonly code = 'range_outside';
  readonly size: number;

  constructor(size: number) {
    super(rangeOutsideFile(size));
    this.size = size;
  }
}
