import { useEffect, useEffectEvent, useReducer, useRef, useState } from 'react'
import { popup_closed_delay_ms, popup_height, popup_width } from '../../../contract/limits.ts'
import type { IdentityProvider } from '../../../contract/sign-in-codes.ts'
import { api } from '../../api.ts'
import { useLatest } from '../../ui/use-latest.ts'
import { listenToProviderWindows } from './provider-channel.ts'
import { reduceProviderWindow, closedWindow, windowFeatures } from './provider-window-states.ts'

const closed_check_ms = 500

/** Small screens and fingers get the provider on this page: there, windows are tabs that people lose. */
const redirectMediaQuery = '(pointer: coarse), (max-width: 700px)'

type Asked = { provider: IdentityProvider; shown: 'popup' | 'page' }

/** Signing in with an identity provider, in a window of its own where there is room for one. */
export function useProviderSignIn(to: string | null, onAnswered: () => void) {
  const [state, dispatch] = useReducer(reduceProviderWindow, closedWindow)
  const [asked, setAsked] = useState<IdentityProvider>()
  const opened = useRef<Window | null>(null)
  const { phase } = state

  const { ask, busy, problem } = useLatest(
    async ({ provider, shown }: Asked) => {
      try {
        const { url } = await api.identity.startProvider({ provider, shown, ...(to && { to }) })
        return { url, shown }
      } catch (error) {
        opened.current?.close()
        dispatch({ kind: 'dismissed' })
        throw error
      }
    },
    ({ url, shown }) => {
      if (shown === 'page') location.assign(url)
      else if (opened.current) opened.current.location.href = url
    },
  )

  useEffect(() => listenToProviderWindows((refusal) => dispatch({ kind: 'told', refusal })), [])
  useEffect(() => {
    if (phase !== 'open') return
    const timer = setInterval(() => opened.current?.closed && dispatch({ kind: 'closed' }), closed_check_ms)
    return () => clearInterval(timer)
  }, [phase])
  useEffect(() => {
    if (phase !== 'closed') return
    const timer = setTimeout(() => dispatch({ kind: 'waited' }), popup_closed_delay_ms)
    return () => clearTimeout(timer)
  }, [phase])
  const answered = useEffectEvent(onAnswered)
  useEffect(() => {
    if (phase === 'answered') answered()
  }, [phase])

  /** Opens the window at once, while the press counts: browsers block those that open after an answer. */
  function openWindow(provider: IdentityProvider): boolean {
    opened.current = window.open('', 'candour-sign-in', windowFeatures(currentPath(), size))
    dispatch({ kind: opened.current ? 'started' : 'blocked', provider })
    return opened.current !== null
  }

  const onThisPage = (provider: IdentityProvider) => {
    dispatch({ kind: 'dismissed' })
    void ask({ provider, shown: 'page' })
  }
  const start = (provider: IdentityProvider) => {
    setAsked(provider)
    if (matchMedia(redirectMediaQuery).matches) onThisPage(provider)
    else if (openWindow(provider)) void ask({ provider, shown: 'popup' })
  }
  return { state, asked, busy, problem, start, onThisPage }
}

const size = { width: popup_width, height: popup_height }
const currentPath = () => ({
  left: window.screenX,
  top: window.screenY,
  width: window.outerWidth,
  height: window.outerHeight,
})
