import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { readDurations } from './durations.ts';

/**
 * Starts costly files first, so that a run does not end on one core. Files of a project follow each other, because vitest ends a
 * worker, with all modules that it has loaded, when the next file belongs to another project. The project with the longest file
 * comes first.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const durations = readDurations();
    const cost = ({ moduleId }: TestSpecification) => durations.costOf(moduleId);
    const sorted = files.toSorted((a, b) => cost(b) - cost(a));
    return [...Map.groupBy(sorted, ({ project }) => project.name).values()].flat();
  }
}
