import { plural } from '../plural.ts';

export * from '../en/pages.ts';

const form = plural('ar');
const number = (value: number) => value.toLocaleString('ar');

export const searchSite = 'ابحث في هذا الموقع';
export const searchLink = 'بحث';
export const adminLink = 'الإدارة';
export const loginLink = 'دخول';
export const lostPassword = 'هل فقدت كلمة المرور؟ شغّل {command} على الخادم.';
export const announcement = 'إعلان';
export const dismiss = 'إخفاء';
export const voteCounted = 'تم احتساب صوتك.';

export const menu = 'القائمة';
export const places = {
  home: 'الرئيسية',
  archive: 'الأرشيف',
  topics: 'المواضيع',
  feed: 'الخلاصة',
  search: 'بحث',
  there: 'هناك',
};
export const categories = 'التصنيفات';
export const noTopics = 'لا توجد مواضيع بعد.';
export const pages = 'الصفحات';
export const pageOf = (page: string, pages: string) => `الصفحة ${page} من ${pages}`;
export const firstPage = 'الصفحة الأولى';
export const previousPage = 'الصفحة السابقة';
export const nextPage = 'الصفحة التالية';
export const lastPage = 'الصفحة الأخيرة';
export const partOf = (part: number, total: number): string => `الجزء ${part} من ${total}`;
export const otherPosts = 'المقال السابق والتالي';
export const previousPost = 'السابق';
export const nextPost = 'التالي';

export const noPosts = 'لا توجد مقالات منشورة حاليًا.';
export const checkAgain = 'عُد إلينا في وقت آخر من فضلك.';
export const beingSetUp = {
  title: 'هذه المدونة قيد الإعداد.',
  advice:
    'إن كانت مدونتك، فافتح الرابط الذي عرضه الخادم في نافذة الأوامر، أو شغّل {command} للحصول على رابط جديد.',
};
export const category = 'التصنيف';
export const tag = 'الوسم';
export const clearFilter = '[عرض الكل]';
export const postCount = (count: number) =>
  form(count, {
    zero: 'لا مقالات',
    one: 'مقال واحد',
    two: 'مقالان',
    few: `${number(count)} مقالات`,
    many: `${number(count)} مقالًا`,
    other: `${number(count)} مقال`,
  });
export const layout = 'طريقة العرض';
export const layouts = { full: 'كامل', compact: 'موجز' };

export const alsoIn = 'متاح أيضًا بـ:';
export const readingTime = (minutes: number) =>
  form(minutes, {
    one: 'دقيقة واحدة للقراءة',
    two: 'دقيقتان للقراءة',
    few: `${number(minutes)} دقائق للقراءة`,
    other: `${number(minutes)} دقيقة للقراءة`,
  });
export const inactive = 'غير منشور';
export const onlyVisibleToYou = 'أنت وحدك ترى هذا المقال.';
export const preview = 'معاينة';
export const previewTitle = (title: string) => `معاينة: ${title}`;
export const typedPreviewNotice = 'هذا ما كتبته. لم يُحفظ بعد.';
export const editLink = 'تحرير';
export const previewNotice = 'لم يُنشر هذا المقال بعد. احتفظ بالرابط لنفسك من فضلك.';
export const previewInvitation = 'لم يُنشر هذا المقال بعد. يمكنك التعليق عليه أسفل النص.';
export const remarks = {
  title: 'ملاحظاتك',
  intro: 'رأيك مطلوب. لا يرى ما تكتبه إلا صاحب النص ومن لديه هذا الرابط.',
  paragraph: 'الفقرة',
  wholeText: 'النص كله',
  passage: 'المقطع (اختياري)',
  remark: 'الملاحظة',
  wording: 'صياغة أخرى (اختياري)',
  send: 'إرسال',
  sent: 'شكرًا. وصلت ملاحظتك.',
  answer: 'الرد',
  resolved: 'تمت معالجتها',
  mark: 'علّق على هذا المقطع',
  empty: 'اكتب ملاحظة أو صياغة أخرى من فضلك.',
  full: 'الملاحظات كثيرة جدًا بالفعل. أخبر صاحب النص من فضلك.',
};
export const relatedPosts = (category: string) => `المزيد من ${category}`;
export const share = 'مشاركة';
export const linkCopied = 'نُسخ الرابط';

export const contents = 'المحتويات';
export const headingLink = (heading: string) => `رابط إلى ${heading}`;
export const table = 'جدول';
export const details = 'التفاصيل';
export const callouts = {
  note: 'ملاحظة',
  tip: 'نصيحة',
  important: 'مهم',
  warning: 'تحذير',
  caution: 'انتبه',
};
export const taskDone = 'مهمة منجزة';
export const taskOpen = 'مهمة غير منجزة';
export const footnotes = 'الحواشي';
export const footnote = (number: number) => `الحاشية ${number}`;
export const backToText = (number: number) => `العودة إلى موضع الحاشية ${number}`;
export const largeImage = (alt: string) => (alt ? `صورة كبيرة: ${alt}` : 'صورة كبيرة');
export const playerHint = (host: string) => `شغِّل هنا: يُحمَّل من ${host}`;
export const players = { audio: 'صوت', video: 'فيديو' };
export const invalidFormula = 'في هذه الصيغة خطأ.';
export const longFormula = 'هذه الصيغة أطول من أن تُعرض.';

export const comments = 'التعليقات';
export const mentions = 'إشارات من مواقع أخرى';
export const reply = 'رد';
export const replyTo = (name: string) => `رد على ${name}`;
export const via = (origin: string) => `عبر ${origin}`;
export const fediverse = 'الفيديفرس';
export const commentEdited = 'معدَّل';
export const morePeople = (count: number) => `${number(count)} آخرون`;
export const mentionLines = {
  yes: 'سيحضر.',
  no: 'لن يحضر.',
  maybe: 'قد يحضر.',
  interested: 'مهتم.',
  bookmark: 'حفظ هذا المقال في الإشارات المرجعية.',
};
export const reactions = (likes: number, reposts: number) =>
  `${[
    likes > 0 &&
      form(likes, {
        one: 'إعجاب واحد',
        two: 'إعجابان',
        few: `${number(likes)} إعجابات`,
        other: `${number(likes)} إعجابًا`,
      }),
    reposts > 0 &&
      form(reposts, {
        one: 'إعادة نشر واحدة',
        two: 'إعادتا نشر',
        few: `${number(reposts)} إعادات نشر`,
        other: `${number(reposts)} إعادة نشر`,
      }),
  ]
    .filter(Boolean)
    .join(' و')} في مواقع أخرى`;
export const ownerTools = {
  edit: 'تعديل',
  unapprove: 'إلغاء الموافقة',
  delete: 'حذف',
  save: 'حفظ',
  cancel: 'إلغاء',
  text: (name: string) => `تعليق ${name}`,
  confirmDelete: (name: string) => `أتريد حذف هذا التعليق من ${name}؟`,
  confirm: 'حذف',
};
export const ownComment = {
  waiting: 'بانتظار الموافقة',
  withdraw: 'سحب',
  confirmWithdraw: 'هل تريد سحب هذا التعليق؟ سيُحذف نصّه.',
  confirm: 'سحب التعليق',
};
export const parentGone = 'التعليق الذي ترد عليه لم يعد موجودًا. ألغِ الرد لإرسال نصّك تعليقًا جديدًا.';
export const formSentBefore =
  'أُرسل هذا النموذج من قبل. لإرسال نصّك تعليقًا آخر، اضغط «إرسال» مرة أخرى من فضلك.';
export const authorUrlInvalid = 'يجب أن يكون الموقع عنوانًا مثل https://example.org. ويمكنك ترك الحقل فارغًا.';
export const commentPages = 'صفحات التعليقات';
export const commentTooLong = (max: number) => `خطأ: الحد الأقصى لطول التعليق هو ${number(max)} حرف.`;
export const nameTooLong = (max: number) => `الحد الأقصى لطول الاسم هو ${number(max)} حرفًا.`;
export const nameOfAuthor = 'هذا اسم أحد كتّاب هذا الموقع. اختر اسمًا آخر من فضلك.';
export const nameReserved = 'الاسم «Admin» محجوز. اختر اسمًا آخر من فضلك.';
export const voteRateLimited = 'صوّتَّ كثيرًا في الدقيقة الأخيرة. انتظر قليلًا ثم حاول مرة أخرى.';
export const commentsOverloaded = 'تُرسل الآن تعليقات كثيرة جدًا. احتفظ بنصّك وحاول مرة أخرى لاحقًا من فضلك.';
export const commentHoneypotFilled = 'يبدو أن هذا أُرسل آليًا. اترك الحقل «website» فارغًا من فضلك.';
export const commentRateLimited = 'أرسلتَ تعليقات كثيرة في الدقائق الأخيرة. انتظر بضع دقائق ثم حاول مرة أخرى.';

export const notFound = {
  title: 'غير موجود',
  heading: 'لا يوجد شيء هنا.',
  text: 'المقال الذي تبحث عنه نُقل أو أُعيدت تسميته أو لم يُكتب قط. يحدث هذا لأفضل المقالات.',
};
export const gone = {
  title: 'اختفى',
  heading: 'لم يعد هذا المقال موجودًا.',
  text: 'كان هنا ذات يوم، ثم أزاله كاتبه نهائيًا. ثمة مقالات أخرى.',
};
export const failed = { title: 'حدث خطأ ما', heading: 'لم ينجح ذلك.', mark: 'أوه.' };
export const backHome = 'العودة إلى الصفحة الرئيسية';
export const search = 'بحث';
export const searchFor = 'ابحث عن';
export const searchOf = (name: string) => `البحث في ${name}`;
export const noResults = (query: string) => `لا توجد مقالات عن «${query}». جرّب كلمات أقل أو أقصر.`;
export const results = (count: number, query: string) => `${postCount(count)} عن «${query}»`;
export const feedOf = (name: string) => `خلاصة ${name}`;
export const feedExplained =
  'هذه خلاصة ويب. الصق عنوانها في قارئ خلاصات لتصلك المقالات الجديدة: بلا حساب، وبلا بريد، وبلا خوارزميات.';
export const feedUrl = 'عنوان الخلاصة';
export const otherFormats = 'صيغ أخرى:';
export const recentPosts = 'أحدث المقالات';
export const noPostsYet = 'لا توجد مقالات بعد.';
export const counterTitle = 'هناك';
export const counterDescription = 'عدّاد. يصعد وينزل، ولديه ما يقوله.';
export const counterImage = 'لافتة عند طريق متعرج، والشمس تشرق خلف التلال';
export const counterSign = 'هناك';
export const siteOverloaded = 'الموقع مزدحم جدًا الآن. حاول مرة أخرى بعد ثوانٍ من فضلك.';

export const passkeyRateLimited =
  'جرت محاولات دخول كثيرة جدًا في الدقائق الأخيرة. انتظر بضع دقائق ثم حاول مرة أخرى.';

export const aboutAuthor = (name: string) => `نبذة عن ${name}`;

export const defaultDescription = 'مدونة شخصية. ليست سيئة.';
export const defaultThanks = 'شكرًا لمرورك من هنا. لم تكن زيارتك سيئة على الإطلاق.';
export const firstPost = {
  title: 'أول مقال',
  text: 'السطور الأولى هي الأصعب. بعدها تأتي {links} والصور، والقرّاء عاجلًا أم آجلًا.',
  links: 'الروابط',
};
