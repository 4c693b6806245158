import { essay } from './essay/look.ts';
import { journal } from './journal/look.ts';
import type { Look } from './look.ts';
import { magazine } from './magazine/look.ts';
import { notebook } from './notebook/look.ts';
import { photo } from './photo/look.ts';
import { terminal } from './terminal/look.ts';

/** The name of each is that of its folder. */
export const looks = { journal, notebook, essay, photo, magazine, terminal } satisfies Record<string, Look>;

export type LookName = keyof typeof looks;
export const lookNames = Object.keys(looks) as [LookName, ...LookName[]];
