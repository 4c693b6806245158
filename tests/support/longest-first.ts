import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { readDurations } from './durations.ts';

/** Starts costly files first, so that a run does not end on one core. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const durations = readDurations();
    const cost = ({ moduleId }: TestSpecification) => durations.costOf(moduleId);
    return files.toSorted((a, b) => cost(b) - cost(a));
  }
}
