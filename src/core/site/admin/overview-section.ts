import type { ComponentType } from 'react';
import type { Overview } from '../api/site.ts';

/** What a feature shows of its part of the overview, in the screens Detail and Settings. */
export type OverviewSection = {
  /** The anchor in the settings. */
  id: string;
  name: string;
  Section: ComponentType<{ overview: Overview }>;
};
