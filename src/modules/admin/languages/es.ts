import { provideLanguage } from '../../../platform/admin/language.ts';
import catalog from '../../../platform/messages/translations/es.json' with { type: 'json' };
import * as frame from '../../../platform/web/messages/es/frame.ts';
import * as islands from '../../../platform/web/messages/es/islands.ts';
import * as signIn from '../../../platform/web/messages/es/sign-in.ts';

provideLanguage('es', catalog, { ...frame, ...islands, ...signIn });
