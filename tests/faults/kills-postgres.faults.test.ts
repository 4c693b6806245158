import { loseNothingOn } from './kills.ts';

loseNothingOn('postgres');
