import { useCallback, useEffect, useState } from 'react'
import { Spinner } from '../../ui/plain/spinner.tsx'
import { CallRefused, TroublePage, memory, usePractice, useWords } from '../signing/index.ts'
import { AddressPage } from './address-page.tsx'
import { readHome, type Home } from './home-api.ts'
import { forgetToken, tokenOf } from './home-link.ts'
import { homeInTab } from './home-in-tab.ts'
import { HomePage } from './home-page.tsx'
import { HomeDeadLinkPage, LeftPage, SentPage } from './home-notices.tsx'
import { ProofPage } from './proof-page.tsx'

type Shown =
  | { page: 'opening' }
  | { page: 'trouble' }
  | { page: 'asking'; lapsed: boolean }
  | { page: 'sent'; email: string }
  | { page: 'proving'; token: string }
  | { page: 'dead'; locked: boolean }
  | { page: 'home'; home: Home }
  | { page: 'left' }

const asking: Shown = { page: 'asking', lapsed: false }

function firstShown(): Shown {
  const token = tokenOf(location.hash)
  if (token) return { page: 'proving', token }
  return homeInTab.isOpen() ? { page: 'opening' } : asking
}

/** A patient's own page: a link by e-mail, a date of birth, everything they were sent, and a way to close it. */
export function HomeJourney() {
  const { page: words } = useWords()
  const { setPractice } = usePractice()
  const [shown, setShown] = useState(firstShown)

  const open = useCallback(async () => {
    setShown({ page: 'opening' })
    try {
      const home = await readHome()
      setPractice(home.practice)
      setShown({ page: 'home', home })
    } catch (error) {
      if (!(error instanceof CallRefused)) return setShown({ page: 'trouble' })
      homeInTab.forget()
      setShown({ page: 'asking', lapsed: true })
    }
  }, [setPractice])

  useEffect(() => {
    if (!tokenOf(location.hash) && homeInTab.isOpen()) void open()
  }, [open])

  useEffect(() => {
    // A newer link opened in the same tab, and a page that comes back as it was left, do not load the document again.
    const follow = () => {
      const token = tokenOf(location.hash)
      if (token) setShown({ page: 'proving', token })
    }
    const refresh = ({ persisted }: PageTransitionEvent) => {
      if (persisted && homeInTab.isOpen()) void open()
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
    homeInTab.remember()
    forgetToken()
    void open()
  }

  function dead(locked: boolean) {
    forgetToken()
    setShown({ page: 'dead', locked })
  }

  function left({ consents }: Home) {
    homeInTab.forget()
    for (const { id } of consents) memory.forget(id)
    setShown({ page: 'left' })
  }

  if (shown.page === 'opening') return <Spinner size="large" message={words.loading} />
  if (shown.page === 'trouble') return <TroublePage onRetry={() => void open()} />
  if (shown.page === 'sent') return <SentPage email={shown.email} onAgain={ask} />
  if (shown.page === 'proving')
    return <ProofPage key={shown.token} token={shown.token} onProved={proved} onDead={dead} />
  if (shown.page === 'dead') return <HomeDeadLinkPage locked={shown.locked} onAgain={ask} />
  if (shown.page === 'left') return <LeftPage onAgain={ask} />
  if (shown.page === 'home') {
    const { home } = shown
    return <HomePage home={home} onLapsed={() => void open()} onLeft={() => left(home)} />
  }
  return <AddressPage lapsed={shown.lapsed} onSent={(email) => setShown({ page: 'sent', email })} />
}
