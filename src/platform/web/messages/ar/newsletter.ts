export * from '../en/newsletter.ts';

export const newsletterMail = {
  byline: (author: string) => `بقلم ${author}`,
  readOnSite: 'اقرأ هذا المقال في الموقع',
  comment: 'علّق على هذا المقال',
  answerByMail: 'يمكنك أيضًا الرد على هذه الرسالة: يصبح ردك تعليقًا بعد الموافقة عليه.',
  readOn: 'تابع القراءة',
  cut: 'بقية هذا المقال في الموقع.',
  image: (alt: string) => (alt ? `صورة: ${alt}` : 'صورة'),
  video: 'شاهد الفيديو في الموقع',
  audio: 'استمع إلى التسجيل في الموقع',
  footnotes: 'الحواشي',
  week: 'مقالات الأسبوع',
  weekSubject: (site: string) => `${site}: مقالات الأسبوع`,
  reason: (site: string) => `تصلك هذه الرسالة لأنك اشتركت في ${site}.`,
  change: 'غيّر اشتراكك أو ألغه',
};
