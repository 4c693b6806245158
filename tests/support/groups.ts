/** The groups of `npm run test:deep`. A test file that only a group runs has its name before the ending: `kills.faults.test.ts`. */
export const deepGroups = [
  'postgres',
  'processes',
  'scale',
  'browser',
  'hostile',
  'faults',
  'install',
  'counterparts',
] as const;
export type DeepGroup = (typeof deepGroups)[number];

/** Matches the files that `npm test` leaves out. */
export const deepFiles = `**/*.{${deepGroups.join(',')}}.test.ts`;
