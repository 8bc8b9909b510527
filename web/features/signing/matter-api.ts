import type { InferContractRouterInputs } from '@orpc/contract'
import type { Matters, matters } from '../../../contract/matters.ts'
import { call } from './signing-call.ts'

type Inputs = InferContractRouterInputs<typeof matters>
export type Prompt = Matters['matters'][number]['prompt']
export type Told = { told: { prompt: Prompt; text: string }[]; isNothing: boolean }
export type CallWish = Omit<Inputs['askCall'], 'consentId'>
export type ThinkingTime = Omit<Inputs['think'], 'consentId'>
export type AdditionalKey = Matters['additional'][number]['key']

const pathOf = (consentId: string) => `/api/patient/consents/${encodeURIComponent(consentId)}`
const post = (consentId: string, path: string, body: unknown, idempotencyKey: string) =>
  call<Matters>({ method: 'POST', path: `${pathOf(consentId)}/${path}`, body, idempotencyKey })

/** What the patient told of themselves and of their choice. */
export const listMatters = (consentId: string) =>
  call<Matters>({ method: 'GET', path: `${pathOf(consentId)}/matters` })

/** Says what matters, all of it: told twice, it changes nothing. */
export const tellMatters = (consentId: string, told: Told, key: string) =>
  post(consentId, 'matters', told, key)

/** Marks the option that the patient leans towards; null for none. */
export const leanTowards = (consentId: string, option: number | null, key: string) =>
  post(consentId, 'leaning', { option }, key)

/** Says that the patient thinks about it. */
export const takeTime = (consentId: string, time: ThinkingTime, key: string) =>
  post(consentId, 'thinking-time', time, key)

/** Asks for a call. */
export const askForCall = (consentId: string, wish: CallWish, key: string) =>
  post(consentId, 'call-requests', wish, key)

/** Takes back one additional consent. */
export const takeBackAdditional = (consentId: string, additional: AdditionalKey, key: string) =>
  post(consentId, `additional-consents/${additional}/withdrawal`, {}, key)
