import { provideLanguage } from '../../../platform/admin/language.ts';
import catalog from '../../../platform/messages/translations/es.json' with { type: 'json' };
import * as texts from '../../../platform/web/messages/es.ts';

provideLanguage('es', catalog, texts);
