import { provideLanguage } from '../../../platform/admin/language.ts';
import catalog from '../../../platform/messages/translations/ar.json' with { type: 'json' };
import * as texts from '../../../platform/web/messages/ar.ts';

provideLanguage('ar', catalog, texts);
