import { provideLanguage } from '../../../platform/admin/language.ts';
import catalog from '../../../platform/messages/translations/de.json' with { type: 'json' };
import * as texts from '../../../platform/web/messages/de.ts';

provideLanguage('de', catalog, texts);
