import { useCallback, useEffect, useState } from 'react'
import { BirthDatePage } from './birth-date-page.tsx'
import { ConsentJourney, type Goal, type CloseReason } from './consent-journey.tsx'
import type { CodeRequired, OpenedConsent } from '../../../contract/signing.ts'
import { CodePage, InvalidLinkPage, LockedLinkPage, NotMePage, TrustPage } from './lazy-pages.ts'
import { usePractice } from './practice-context.tsx'
import { readLink, verifyLink, type Trust } from './signing-api.ts'
import { RequestRefusedError } from './signing-call.ts'
import { memory, outbox } from './signing-device.ts'

type PageState =
  | { page: 'asking'; notice?: 'lapsed' | 'saved' | undefined }
  | { page: 'dead' }
  | { page: 'locked' }
  | { page: 'not-me' }
  | { page: 'trust' }
  | { page: 'code'; dateOfBirth: string; wanted: CodeRequired }
  /** Without the consent it is reopened, from the tab's memory: the cookie may be gone. */
  | { page: 'consent'; consentId: string; opened?: OpenedConsent }

type LinkJourneyProps = {
  accessToken: string
  goal: Goal
  /** The birth date is proved: an address that only asked for it gives way to the form's own. */
  onVerified?: (() => void) | undefined
  /** Where the answer is the end: what follows is nothing of a patient's. */
  onAnswered?: (() => void) | undefined
}

/** Everything behind a link: the birth date first, then the consent it opens. */
export function LinkJourney({ accessToken, goal, onVerified, onAnswered }: LinkJourneyProps) {
  const { setPractice } = usePractice()
  // The first page is the one that stands in the HTML as sent; what this tab remembers is looked up after that.
  const [shown, setShown] = useState<PageState>({ page: 'asking' })
  const [trust, setTrust] = useState<Trust>()

  // A form that this tab may open again says itself whose it is; one whose signature is on its way is not asked for.
  const [isLinkAsked, setLinkAsked] = useState(false)

  useEffect(() => {
    const consentId = memory.consentOf(accessToken)
    if (consentId) setShown({ page: 'consent', consentId })
    setLinkAsked(!consentId || outbox.isWaiting(consentId))
  }, [accessToken])

  useEffect(() => {
    if (!isLinkAsked) return
    let isCancelled = false
    const showLinkProblem = (page: 'dead' | 'locked') =>
      setShown((now) => (now.page === 'consent' ? now : { page }))
    async function loadLink() {
      try {
        const { practice, trust, locked } = await readLink(accessToken)
        if (isCancelled) return
        setPractice(practice)
        setTrust(trust)
        if (locked) showLinkProblem('locked')
      } catch (error) {
        // Without an answer the birth date can still be typed; sending it tells what is the matter.
        if (!isCancelled && error instanceof RequestRefusedError) showLinkProblem('dead')
      }
    }
    addEventListener('online', loadLink)
    void loadLink()
    return () => {
      isCancelled = true
      removeEventListener('online', loadLink)
    }
  }, [accessToken, isLinkAsked, setPractice])

  const shut = useCallback((why: CloseReason) => {
    setLinkAsked(true)
    setShown((now) => {
      if (why === 'dead') return { page: 'dead' }
      const firstLook = now.page === 'consent' && !now.opened && why === 'lapsed'
      return firstLook ? { page: 'asking' } : { page: 'asking', notice: why }
    })
  }, [])

  async function verify(dateOfBirth: string) {
    const proved = await verifyLink(accessToken, dateOfBirth)
    if ('consentId' in proved) return enter(proved.consent)
    setShown({ page: 'code', dateOfBirth, wanted: proved })
  }

  function enter(opened: OpenedConsent) {
    const { id: consentId } = opened
    memory.rememberConsent(accessToken, consentId)
    onVerified?.()
    setShown({ page: 'consent', consentId, opened })
  }

  if (shown.page === 'dead') return <InvalidLinkPage accessToken={accessToken} />
  if (shown.page === 'locked') return <LockedLinkPage accessToken={accessToken} />
  if (shown.page === 'not-me') return <NotMePage onBack={() => setShown({ page: 'asking' })} />
  if (shown.page === 'trust') return <TrustPage trust={trust} onBack={() => setShown({ page: 'asking' })} />
  if (shown.page === 'code') {
    return (
      <CodePage
        {...{ accessToken, dateOfBirth: shown.dateOfBirth, codeRequest: shown.wanted }}
        onVerified={enter}
        onInvalidLink={() => setShown({ page: 'dead' })}
        onLocked={() => setShown({ page: 'locked' })}
        onBack={() => setShown({ page: 'asking' })}
      />
    )
  }
  if (shown.page === 'consent')
    return (
      <ConsentJourney
        {...{ consentId: shown.consentId, goal, isVerified: shown.opened !== undefined }}
        opened={shown.opened}
        onClosed={shut}
        onAnswered={onAnswered}
      />
    )
  return (
    <BirthDatePage
      key={shown.notice ?? 'first'}
      verify={verify}
      notice={shown.notice}
      onInvalidLink={() => setShown({ page: 'dead' })}
      onLocked={() => setShown({ page: 'locked' })}
      onNotMe={() => setShown({ page: 'not-me' })}
      trustWord={trust?.codeWord}
      onTrust={() => setShown({ page: 'trust' })}
    />
  )
}
