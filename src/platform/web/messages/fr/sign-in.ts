export * from '../en/sign-in.ts';

export const login = 'Connexion';
export const username = 'Nom d’utilisateur';
export const password = 'Mot de passe';
export const cancel = 'Annuler';
export const incorrectPassword = 'mot de passe incorrect';
export const loginNeedsJavaScript = 'Veuillez activer JavaScript pour vous connecter.';
export const signInWithPasskey = 'Se connecter avec une clé d’accès';
export const passkeyRejected = 'Cette clé d’accès n’a pas été acceptée. Veuillez réessayer.';
export const secondFactorRejected =
  'Cela n’a pas été accepté, ou a pris trop de temps. Veuillez réessayer ou recommencer depuis le début.';
export const secondFactorNeeded = 'Votre mot de passe est correct. Utilisez maintenant votre clé d’accès.';
export const usePasskey = 'Utiliser ma clé d’accès';
export const startOver = 'Recommencer';
export const passkeyLost = 'Je ne peux pas utiliser ma clé d’accès';
export const recoveryCode = 'Code de récupération';
export const useRecoveryCode = 'Utiliser ce code';
export const passkeysNeedHttps = 'Les clés d’accès ont besoin de https, mais cette page a été ouverte sans.';
export const passkeysNotSupported = 'Ce navigateur ne prend pas en charge les clés d’accès.';
export const passkeyExists = 'Cet appareil a déjà une clé d’accès pour ce site.';
export const passkeyWrongSite = 'Les clés d’accès de ce site ne fonctionnent pas à cette adresse.';
export const passkeyCanceled =
  'Aucune clé d’accès n’a été utilisée : la demande a été annulée ou a expiré, ou cet appareil n’a pas de clé d’accès pour ce site.';
export const passkeyFailed = 'La clé d’accès n’a pas fonctionné. Veuillez réessayer.';
