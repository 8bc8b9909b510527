import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'

/** What the server hands out to ask a device for a passkey; only the device reads more of it than the challenge. */
type PasskeyOptions = { challenge: string; [name: string]: unknown }

const webauthn = () => import('@simplewebauthn/browser')

/** Whether this browser offers passkeys at this address. */
export const hasPasskeySupport = (): boolean => typeof PublicKeyCredential !== 'undefined'

/** Has the device show that its owner is there, with a passkey it holds. */
export async function requestPasskey(options: PasskeyOptions) {
  const { startAuthentication } = await webauthn()
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON
  return { ...(await startAuthentication({ optionsJSON }).catch(translateWebauthnError)) }
}

/** Has the device make a passkey and keep its secret half. */
export async function createPasskey(options: PasskeyOptions) {
  const { startRegistration } = await webauthn()
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON
  return { ...(await startRegistration({ optionsJSON }).catch(translateWebauthnError)) }
}

/** Browsers tell developers what happened; people are told what to do. */
function translateWebauthnError(error: unknown): never {
  throw new Error(passkeyProblemText(error), { cause: error })
}

/** What a person is told when their device gave no passkey. */
export function passkeyProblemText(error: unknown): string {
  const name = error instanceof Error ? error.name : ''
  if (name === 'NotAllowedError' || name === 'AbortError')
    return 'The passkey was not used: the request was closed or took too long. Please try again.'
  if (name === 'InvalidStateError') return 'This device already has a passkey for this account.'
  return 'This device or browser could not use a passkey here.'
}
