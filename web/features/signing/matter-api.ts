import type { InferContractRouterInputs } from '@orpc/contract'
import type { Matters, matters } from '../../../contract/matters.ts'
import { call } from './signing-call.ts'

type Inputs = InferContractRouterInputs<typeof matters>
export type Prompt = Matters['matters'][number]['prompt']
export type MattersInput = { told: { prompt: Prompt; text: string }[]; isNothing: boolean }
export type CallRequest = Omit<Inputs['askCall'], 'consentId'>
export type ThinkingTime = Omit<Inputs['think'], 'consentId'>
export type AdditionalKey = Matters['additional'][number]['key']

const pathOf = (consentId: string) => `/api/patient/consents/${encodeURIComponent(consentId)}`
const post = (consentId: string, path: string, body: unknown, idempotencyKey: string) =>
  call<Matters>({ method: 'POST', path: `${pathOf(consentId)}/${path}`, body, idempotencyKey })

/** What the patient told of themselves and of their choice. */
export const listMatters = (consentId: string) =>
  call<Matters>({ method: 'GET', path: `${pathOf(consentId)}/matters` })

/** Says what matters, all of it: told twice, it changes nothing. */
export const saveMatters = (consentId: string, told: MattersInput, key: string) =>
  post(consentId, 'matters', told, key)

/** Marks the option that the patient leans towards; null for none. */
export const setPreferredOption = (consentId: string, option: number | null, key: string) =>
  post(consentId, 'leaning', { option }, key)

/** Says that the patient thinks about it. */
export const recordThinkingTime = (consentId: string, time: ThinkingTime, key: string) =>
  post(consentId, 'thinking-time', time, key)

/** Asks for a call. */
export const requestCall = (consentId: string, wish: CallRequest, key: string) =>
  post(consentId, 'call-requests', wish, key)

/** Takes back one additional consent. */
export const withdrawAdditionalConsent = (consentId: string, additional: AdditionalKey, key: string) =>
  post(consentId, `additional-consents/${additional}/withdrawal`, {}, key)
