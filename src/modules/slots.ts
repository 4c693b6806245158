import type { PublicSite } from '../core/site/api/site.ts';
import { appSlots } from '../features/apps/slots.ts';
import { mailSlots } from '../features/mail/pages/slots.tsx';
import type { PageSlots } from '../platform/web/slots.tsx';

export const slots: readonly PageSlots<PublicSite>[] = [mailSlots, appSlots];
