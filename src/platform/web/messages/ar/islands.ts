export * from '../en/islands.ts';

export const continueReading = 'تابع قراءة المقال كاملًا…';
export const directLink = 'رابط مباشر';
export const loadMore = 'عرض المزيد…';
export const loading = 'جارٍ التحميل';

export const untitled = 'بلا عنوان';
export const revised = 'عُدِّل في';
export const tags = 'الوسوم';
export const images = 'الصور';
export const imagesOf = (title: string) => `صور ${title}`;
export const imageOf = (number: number, count: number, title: string) =>
  `الصورة ${number} من ${count}: ${title}`;
export const close = 'إغلاق';
export const previousImage = 'الصورة السابقة';
export const nextImage = 'الصورة التالية';

export const notTerrible = 'ليس سيئًا';
export const thisIsTerrible = 'هذا فظيع';
export const votedPreviously = 'سبق أن صوّتَّ';
export const comment = 'تعليق';
export const commentCount = (count: number) => `التعليقات (${count})`;
export const commentsClosed = 'التعليقات مغلقة.';
export const leaveComment = 'اكتب تعليقًا';
export const noComments = 'لا توجد تعليقات بعد. هل تكون أول المعلّقين؟';
export const commentsLoading = 'جارٍ تحميل التعليقات…';
export const inReplyTo = (name: string) => `ردًّا على ${name}`;
export const cancelReply = 'إلغاء الرد';
export const commentPublished = 'شكرًا على تعليقك. لقد نُشر.';
export const allComments = 'كل التعليقات';
export const name = 'الاسم';
export const website = 'الموقع (اختياري)';
export const email = 'البريد الإلكتروني (لا يُعرض أبدًا)';
export const tellMe = 'أعلمني بالبريد';
export const anonymous = 'مجهول';
export const commentPlaceholder = 'اكتب من فضلك تعليقًا مفيدًا ومهذبًا.';
export const submit = 'إرسال';
export const commentThanks = 'شكرًا على تعليقك. سيظهر بعد أن يوافق عليه المشرف.';
export const commentTooShort = 'خطأ: ينبغي أن يحتوي التعليق على المزيد.';

export const serverError = 'خطأ في الخادم – هل يعمل خادم REST؟';
export const serverAway = 'الخادم لا يستجيب الآن. ما كتبته باقٍ هنا: حاول مرة أخرى بعد قليل.';
export const byline = (name: string) => `بقلم ${name}`;
