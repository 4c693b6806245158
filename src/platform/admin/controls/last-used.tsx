import { rich } from '../../messages/rich.ts';
import { t } from '../../messages/translate.ts';
import { FormattedDate } from '../../web/ui/date.tsx';

export const LastUsed = ({ date }: { date: string | null }) =>
  date ? rich('last used {date}', { date: <FormattedDate date={date} style="full" /> }) : t('never used');
