import type { RunJob } from '../../platform/jobs/job.ts';
import { type ExportProgress, exportFile, payloadOf } from './export-job.ts';
import { writeExport } from './write-export.ts';

/** From the beginning each time: a snapshot of yesterday would be of no use. */
export const runExport: RunJob = async (blog, job, { signal, progress }) => {
  const { kind, folder } = payloadOf(job.payload);
  let last: ExportProgress = { stage: '', done: 0, total: 0 };
  const result = await writeExport(blog, kind, exportFile(blog, folder), {
    signal,
    replace: true,
    progress: (stage, done, total) => {
      last = { stage, done, total };
      progress(last);
    },
  });
  progress({
    ...last,
    result: { bytes: result.bytes, missing: result.missing.length },
  } satisfies ExportProgress);
  return undefined;
};
