import type { ComponentType, ReactNode } from 'react';
import type { OverviewSection } from '../core/site/admin/overview-section.ts';
import type { WritingPart } from '../core/writing/admin/post-form.tsx';
import type { PostRowPart } from '../core/writing/admin/posts/post-row.tsx';
import type { NetworkPart } from '../features/conversation/admin/networks-screen.tsx';
import { DemoFrame } from '../features/demo/admin/frame.tsx';
import type { ExportedPart } from '../features/export/admin/export-screen.tsx';
import { SharesProvider } from '../features/social/admin/ask-about-shares.tsx';

/** What features add to screens of the core, loaded with the screen. */
type Lazy<Part> = readonly (() => Promise<Part>)[];

/** These wrap all screens. */
export const frameProviders: readonly ComponentType<{ children: ReactNode }>[] = [SharesProvider, DemoFrame];

export const postRowParts: Lazy<PostRowPart> = [
  async () => (await import('../features/social/admin/tweet.tsx')).sharesOfRow,
  async () => (await import('../features/statistics/admin/sparklines.tsx')).sparklineOfRow,
];

export const writingParts: Lazy<WritingPart> = [
  async () => (await import('../features/mail/admin/writing/field.tsx')).mailOfPost,
  async () => (await import('../features/webmention/admin/sent-mentions.tsx')).mentionsOfPost,
  async () => (await import('../features/fediverse/admin/post-look.tsx')).fediverseLook,
];

export const overviewSections: Lazy<OverviewSection> = [
  async () => (await import('../features/backup/admin/backups.tsx')).backupsSection,
];

export const networkParts: Lazy<NetworkPart> = [
  async () => (await import('../features/fediverse/admin/form.tsx')).fediversePart,
];

export const exportedParts: Lazy<ExportedPart> = [
  async () => (await import('../features/mail/admin/exported-part.ts')).exportedMail,
];
