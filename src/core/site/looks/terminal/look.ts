import { t } from '../../../../platform/messages/translate.ts';
import type { Look } from '../look.ts';

export const terminal: Look = {
  title: 'Terminal',
  description: t('Fixed width, green on black in the dark'),
  layout: 'index',
  type_pairing: 'mono',
  theme_color: '#1a7f37',
};
