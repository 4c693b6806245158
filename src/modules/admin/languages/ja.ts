import { provideLanguage } from '../../../platform/admin/language.ts';
import catalog from '../../../platform/messages/translations/ja.json' with { type: 'json' };
import * as frame from '../../../platform/web/messages/ja/frame.ts';
import * as islands from '../../../platform/web/messages/ja/islands.ts';
import * as signIn from '../../../platform/web/messages/ja/sign-in.ts';

provideLanguage('ja', catalog, { ...frame, ...islands, ...signIn });
