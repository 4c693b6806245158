import type { DemoPost } from './post.ts';
import { city } from './posts/city.ts';
import { programming } from './posts/code.ts';
import { cooking } from './posts/cooking.ts';
import { editor } from './posts/editor.ts';
import { home } from './posts/home.ts';
import { outside } from './posts/outside.ts';
import { stories } from './posts/stories.ts';
import { travel } from './posts/travel.ts';

export type { DemoPost } from './post.ts';

export const demoPosts: readonly DemoPost[] = [
  ...travel,
  ...cooking,
  ...programming,
  ...stories,
  ...home,
  ...outside,
  ...city,
  ...editor,
];
