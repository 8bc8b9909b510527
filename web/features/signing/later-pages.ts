import { lazy } from 'react'
import type { WordSource } from './words-context.tsx'

/*
 * Every page after the birth date and the summary, the first of the reading, is in a chunk of its own (rulings 31). They
 * are fetched while the person reads, so that a connection lost meanwhile does not stop anybody from signing.
 */
const confirm = () => import('./confirm-page.tsx')
const sign = () => import('./sign-page.tsx')
const sending = () => import('./sending-page.tsx')
const everything = () => import('./everything-page.tsx')
const decline = () => import('./decline-page.tsx')
const later = () => import('./later-page.tsx')
const stale = () => import('./stale-page.tsx')
const signed = () => import('./signed-journey.tsx')
const state = () => import('./state-page.tsx')
const record = () => import('./record-pages.tsx')
const linkTrouble = () => import('./link-trouble-pages.tsx')

export const ConfirmPage = lazy(() => confirm().then((page) => ({ default: page.ConfirmPage })))
export const SignPage = lazy(() => sign().then((page) => ({ default: page.SignPage })))
export const SendingPage = lazy(() => sending().then((page) => ({ default: page.SendingPage })))
export const EverythingPage = lazy(() => everything().then((page) => ({ default: page.EverythingPage })))
export const DeclinePage = lazy(() => decline().then((page) => ({ default: page.DeclinePage })))
export const LaterPage = lazy(() => later().then((page) => ({ default: page.LaterPage })))
export const QuestionPage = lazy(() => everything().then((page) => ({ default: page.QuestionPage })))
export const StalePage = lazy(() => stale().then((page) => ({ default: page.StalePage })))
export const SignedJourney = lazy(() => signed().then((page) => ({ default: page.SignedJourney })))
export const StatePage = lazy(() => state().then((page) => ({ default: page.StatePage })))
export const RecordPage = lazy(() => record().then((page) => ({ default: page.RecordPage })))
export const DocumentPage = lazy(() => record().then((page) => ({ default: page.DocumentPage })))
/** The text part by part: fetched while the summary is read, in one chunk with the page that has everything. */
export const ReadingPage = lazy(() => everything().then((page) => ({ default: page.ReadingPage })))
export const EnglishNote = lazy(() => everything().then((page) => ({ default: page.EnglishNote })))
export const AskChoice = lazy(() => everything().then((page) => ({ default: page.AskChoice })))
export const QuestionNote = lazy(() => everything().then((page) => ({ default: page.QuestionNote })))
/** What tells the directions of wording that is not all in Latin letters. */
export const fetchRule = () => everything().then((page) => page.ruleOf)
export const DeadLinkPage = lazy(() => linkTrouble().then((page) => ({ default: page.DeadLinkPage })))
export const LockedLinkPage = lazy(() => linkTrouble().then((page) => ({ default: page.LockedLinkPage })))
export const NeedLinkPage = lazy(() => linkTrouble().then((page) => ({ default: page.NeedLinkPage })))
export const NotMePage = lazy(() => linkTrouble().then((page) => ({ default: page.NotMePage })))

/** Fetches what signing needs. A failure is no matter yet: the page asks again when it is shown. */
export function fetchSigningPages(languages: readonly WordSource[]): void {
  void Promise.allSettled([
    everything(),
    ...languages.map((words) => words.all()),
    confirm(),
    sign(),
    sending(),
    decline(),
    later(),
    signed(),
  ])
}
