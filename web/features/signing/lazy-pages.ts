import { lazyPart } from '../../ui/plain/lazy-part.ts'
import { lazyPage } from './lazy-page.tsx'
import { fetchAllWords, type WordSource } from './words-context.tsx'

/*
 * Every page after the birth date and the summary, the first of the reading, is in a chunk of its own (rulings 31). They
 * are fetched while the person reads, so that a connection lost meanwhile does not stop anybody from signing.
 */
const aftercare = () => import('./aftercare-page.tsx')
const answering = () => import('./answering-page.tsx')
const sending = () => import('./sending-page.tsx')
const everything = () => import('./full-text-page.tsx')
const check = () => import('./check-page.tsx')
/** Dental words in plain ones, which the text is readable without. */
const glossary = () => everything().then((page) => page.fetchGlossary())
const decline = () => import('./decline-page.tsx')
const later = () => import('./think-it-over-page.tsx')
const calling = () => import('./call-page.tsx')
const stale = () => import('./stale-page.tsx')
const signed = () => import('./signed-journey.tsx')
const state = () => import('./state-page.tsx')
const share = () => import('./share-page.tsx')
/** The drawings of Easy Read, for texts that have it. */
const easyRead = () => import('./easy-read-pages.tsx')
const video = () => import('./section-video-player.tsx')
const record = () => import('./record-pages.tsx')
const code = () => import('./code-page.tsx')
const trust = () => import('./trust-page.tsx')
const linkProblems = () => import('./link-problem-pages.tsx')

export const AftercarePage = lazyPage(() => aftercare().then((page) => page.AftercarePage))
export const AnsweringPage = lazyPage(() => answering().then((page) => page.AnsweringPage))
export const SendingPage = lazyPage(() => sending().then((page) => page.SendingPage))
export const FullTextPage = lazyPage(() => everything().then((page) => page.FullTextPage))
export const CheckPage = lazyPage(() => check().then((page) => page.CheckPage))
export const DeclinePage = lazyPage(() => decline().then((page) => page.DeclinePage))
export const CallPage = lazyPage(() => calling().then((page) => page.CallPage))
export const ThinkItOverPage = lazyPage(() => later().then((page) => page.ThinkItOverPage))
export const QuestionPage = lazyPage(() => everything().then((page) => page.QuestionPage))
export const StalePage = lazyPage(() => stale().then((page) => page.StalePage))
export const SignedJourney = lazyPage(() => signed().then((page) => page.SignedJourney))
export const StatePage = lazyPage(() => state().then((page) => page.StatePage))
export const RecordPage = lazyPage(() => record().then((page) => page.RecordPage))
export const DocumentPage = lazyPage(() => record().then((page) => page.DocumentPage))
/** The text part by part: fetched while the summary is read, in one chunk with the page that has everything. */
export const ReadingPage = lazyPage(() => everything().then((page) => page.ReadingPage))
export const EasyReadLines = lazyPage(() => easyRead().then((page) => page.EasyReadLines))
export const EasyReadNote = lazyPart(() => everything().then((page) => ({ default: page.EasyReadNote })))
export const EnglishNote = lazyPart(() => everything().then((page) => ({ default: page.EnglishNote })))
export const AskQuestionLink = lazyPage(() => everything().then((page) => page.AskQuestionLink))
export const RequestCallLink = lazyPage(() => everything().then((page) => page.RequestCallLink))
export const MatterNote = lazyPage(() => everything().then((page) => page.MatterNote))
export const MattersPage = lazyPage(() => everything().then((page) => page.MattersPage))
export const OptionsPage = lazyPage(() => everything().then((page) => page.OptionsPage))
export const ShareLink = lazyPage(() => everything().then((page) => page.ShareLink))
export const QuestionNote = lazyPage(() => everything().then((page) => page.QuestionNote))
/** What the practice sees of the reading. */
export const ReadingPrivacyNote = lazyPage(() => everything().then((page) => page.ReadingPrivacyNote))
/** What tells the directions of wording that is not all in Latin letters. */
export const fetchWordingRule = () => everything().then((page) => page.createWordingRule)
/** The player and what it takes to watch: for texts that have a video. */
export const SectionVideoPlayer = lazyPage(() => video().then((page) => page.VideoPart))
export const SharePage = lazyPage(() => share().then((page) => page.SharePage))
/** Between the birth date and the form, and beside it: few people need them. */
export const CodePage = lazyPage(() => code().then((page) => page.CodePage))
export const TrustPage = lazyPage(() => trust().then((page) => page.TrustPage))
export const InvalidLinkPage = lazyPage(() => linkProblems().then((page) => page.DeadLinkPage))
export const LockedLinkPage = lazyPage(() => linkProblems().then((page) => page.LockedLinkPage))
export const LinkRequiredPage = lazyPage(() => linkProblems().then((page) => page.NeedLinkPage))
export const NotMePage = lazyPage(() => linkProblems().then((page) => page.NotMePage))

/** Fetches what somebody needs who is worried: it must be there without a connection. */
export const fetchAftercare = () => void aftercare().catch(() => {})

/** Fetches what a video needs, and its transcript for whoever loses the connection. */
export const fetchVideoPart = () => void video().catch(() => {})

/** Fetches the drawings of Easy Read, so that it can be read without a connection. */
export const fetchEasyRead = () => void easyRead().catch(() => {})

/** Fetches what signing needs. A failure is no matter yet: the page asks again when it is shown. */
export function fetchSigningPages(languages: readonly WordSource[]): void {
  void Promise.allSettled([
    everything(),
    glossary(),
    ...languages.map(fetchAllWords),
    check(),
    answering(),
    sending(),
    decline(),
    later(),
    calling(),
    signed(),
  ])
}
