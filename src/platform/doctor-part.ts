import { partOf } from './blog.ts';
import type { Finding } from './findings.ts';

/** Checks the installation with the settings that the server runs with. */
export const doctorPart = partOf<() => Promise<Finding[]>>('doctor');
