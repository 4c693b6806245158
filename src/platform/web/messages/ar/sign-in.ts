export * from '../en/sign-in.ts';

export const login = 'تسجيل الدخول';
export const username = 'اسم المستخدم';
export const password = 'كلمة المرور';
export const cancel = 'إلغاء';
export const incorrectPassword = 'كلمة المرور غير صحيحة';
export const loginNeedsJavaScript = 'فعِّل JavaScript من فضلك لتسجيل الدخول.';
export const signInWithPasskey = 'الدخول بمفتاح مرور';
export const passkeyRejected = 'لم يُقبل مفتاح المرور هذا. حاول مرة أخرى من فضلك.';
export const secondFactorRejected = 'لم يُقبل ذلك، أو استغرق وقتًا طويلًا. حاول مرة أخرى أو ابدأ من جديد.';
export const secondFactorNeeded = 'كلمة المرور صحيحة. استخدم الآن مفتاح المرور.';
export const usePasskey = 'استخدم مفتاح المرور';
export const startOver = 'ابدأ من جديد';
export const passkeyLost = 'لا أستطيع استخدام مفتاح المرور';
export const recoveryCode = 'رمز الاسترداد';
export const useRecoveryCode = 'استخدم هذا الرمز';
export const passkeysNeedHttps = 'تحتاج مفاتيح المرور إلى https، لكن هذه الصفحة فُتحت بدونه.';
export const passkeysNotSupported = 'هذا المتصفح لا يدعم مفاتيح المرور.';
export const passkeyExists = 'لدى هذا الجهاز مفتاح مرور لهذا الموقع بالفعل.';
export const passkeyWrongSite = 'مفاتيح مرور هذا الموقع لا تعمل على هذا العنوان.';
export const passkeyCanceled =
  'لم يُستخدم أي مفتاح مرور: أُلغي الطلب أو انتهت مهلته، أو ليس لدى هذا الجهاز مفتاح مرور لهذا الموقع.';
export const passkeyFailed = 'لم يعمل مفتاح المرور. حاول مرة أخرى من فضلك.';
