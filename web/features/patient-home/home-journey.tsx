import { useCallback, useEffect, useState } from 'react'
import { Spinner } from '../../ui/plain/spinner.tsx'
import { RequestRefusedError, LoadErrorPage, memory, usePractice, useWords } from '../signing/index.ts'
import { AddressPage } from './address-page.tsx'
import { readHome, type Home } from './home-api.ts'
import { removeTokenFromUrl, parseLinkToken } from './home-link.ts'
import { tabHomeSession } from './home-in-tab.ts'
import { HomePage } from './home-page.tsx'
import { HomeInvalidLinkPage, SignedOutPage, LinkSentPage } from './home-notices.tsx'
import { IdentityCheckPage } from './identity-check-page.tsx'

type HomeStep =
  | { page: 'opening' }
  | { page: 'trouble' }
  | { page: 'asking'; lapsed: boolean }
  | { page: 'sent'; email: string }
  | { page: 'proving'; token: string }
  | { page: 'dead'; locked: boolean }
  | { page: 'home'; home: Home }
  | { page: 'left' }

const asking: HomeStep = { page: 'asking', lapsed: false }

function initialStep(): HomeStep {
  const token = parseLinkToken(location.hash)
  if (token) return { page: 'proving', token }
  return tabHomeSession.isOpen() ? { page: 'opening' } : asking
}

/** A patient's own page: a link by e-mail, a date of birth, everything they were sent, and a way to close it. */
export function HomeJourney() {
  const { page: words } = useWords()
  const { setPractice } = usePractice()
  const [shown, setShown] = useState(initialStep)

  const open = useCallback(async () => {
    setShown({ page: 'opening' })
    try {
      const home = await readHome()
      setPractice(home.practice)
      setShown({ page: 'home', home })
    } catch (error) {
      if (!(error instanceof RequestRefusedError)) return setShown({ page: 'trouble' })
      tabHomeSession.forget()
      setShown({ page: 'asking', lapsed: true })
    }
  }, [setPractice])

  useEffect(() => {
    if (!parseLinkToken(location.hash) && tabHomeSession.isOpen()) void open()
  }, [open])

  useEffect(() => {
    // A newer link opened in the same tab, and a page that comes back as it was left, do not load the document again.
    const follow = () => {
      const token = parseLinkToken(location.hash)
      if (token) setShown({ page: 'proving', token })
    }
    const refresh = ({ persisted }: PageTransitionEvent) => {
      if (persisted && tabHomeSession.isOpen()) void open()
    }
    addEventListener('hashchange', follow)
    addEventListener('pageshow', refresh)
    return () => {
      removeEventListener('hashchange', follow)
      removeEventListener('pageshow', refresh)
    }
  }, [open])

  const ask = () => setShown(asking)

  function proved() {
    tabHomeSession.remember()
    removeTokenFromUrl()
    void open()
  }

  function dead(locked: boolean) {
    removeTokenFromUrl()
    setShown({ page: 'dead', locked })
  }

  function left({ consents }: Home) {
    tabHomeSession.forget()
    for (const { id } of consents) memory.forget(id)
    setShown({ page: 'left' })
  }

  if (shown.page === 'opening') return <Spinner size="large" message={words.loading} />
  if (shown.page === 'trouble') return <LoadErrorPage onRetry={() => void open()} />
  if (shown.page === 'sent') return <LinkSentPage email={shown.email} onAgain={ask} />
  if (shown.page === 'proving')
    return (
      <IdentityCheckPage key={shown.token} token={shown.token} onVerified={proved} onInvalidLink={dead} />
    )
  if (shown.page === 'dead') return <HomeInvalidLinkPage locked={shown.locked} onAgain={ask} />
  if (shown.page === 'left') return <SignedOutPage onAgain={ask} />
  if (shown.page === 'home') {
    const { home } = shown
    return <HomePage home={home} onLapsed={() => void open()} onLeft={() => left(home)} />
  }
  return <AddressPage isExpired={shown.lapsed} onSent={(email) => setShown({ page: 'sent', email })} />
}
