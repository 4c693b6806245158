import { Problem } from '../../http/problem.ts';

/** The disk is full: what was to be deleted cannot be moved to the bin, but can be deleted for good. */
export class NoRoomInBin extends Problem {
  /** Returns how many were deleted. */
  readonly deleteForGood: () => Promise<number>;

  constructor(message: string, deleteForGood: () => Promise<number>) {
    super('no_room', message);
    this.deleteForGood = deleteForGood;
  }
}

/** Deletes what `remove` moves to the bin. */
export async function removing<Result>(
  remove: () => Promise<Result>,
  deleteForGood: () => Promise<number>,
): Promise<Result> {
  try {
    return await remove();
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'no_room') throw error;
    throw new NoRoomInBin(error.message, deleteForGood);
  }
}
