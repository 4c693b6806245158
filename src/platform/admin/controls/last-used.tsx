import { FormattedDate } from '../../web/ui/date.tsx';

export const LastUsed = ({ date }: { date: string | null }) =>
  date ? (
    <>
      last used <FormattedDate date={date} style="full" />
    </>
  ) : (
    'never used'
  );
