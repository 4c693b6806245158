import { z } from 'zod';
import { maxDisplayNameLength } from '../../../platform/http/api/limits.ts';
import { text } from '../../../platform/http/api/text.ts';
import { siteChange } from '../../site/api/site.ts';

/** Whether the questions of a new site are still to be answered. */
export const firstRun = z.object({ open: z.boolean() }).meta({ id: 'FirstRun' });
export type FirstRun = z.infer<typeof firstRun>;

/** With what a preview of the site shows, by language. */
export const firstQuestions = firstRun
  .extend({
    previews: z.record(
      z.string(),
      z.object({
        title: z.string(),
        text: z.string(),
        links: z.string(),
        button: z.string(),
        /** Proposed in the language of the site. */
        tagline: z.string(),
        thank_you_line: z.string(),
      }),
    ),
  })
  .meta({ id: 'FirstQuestions' });
export type FirstQuestions = z.infer<typeof firstQuestions>;

/** Settings of the site, and the name of who answers; nothing of it skips the questions. */
export const firstRunAnswers = siteChange.extend({ display_name: text(maxDisplayNameLength).optional() });
export type FirstRunAnswers = z.infer<typeof firstRunAnswers>;
