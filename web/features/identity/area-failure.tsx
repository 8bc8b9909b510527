import { Suspense, useEffect, type ReactNode } from 'react'
import { isRouteErrorResponse, useLocation, useNavigate, useRevalidator } from 'react-router'
import site from '../../../build/content/page.site.json'
import { ApiError } from '../../api.ts'
import { FailedState } from '../../ui/failed-state.tsx'
import { lazyPart } from '../../ui/plain/lazy-part.ts'
import { Spinner } from '../../ui/plain/spinner.tsx'
import { useWindowTitle } from '../../ui/use-window-title.ts'
import { signInPathFor, type SessionStep } from './guard-rules.ts'
import { HomeLink } from './home-link.tsx'
import { tabSession } from './tab-session.ts'

// Only a server that answers says so: its script can be fetched then.
const NotFoundPage = lazyPart(async () => ({ default: (await import('./not-found-page.tsx')).NotFoundPage }))

type AreaFailureProps = { error: unknown; failed?: string; action?: ReactNode }

/**
 * A page behind the guard that could not be shown. A call that failed can be tried again; a session that has ended
 * leads to sign-in and back, a locked one to the lock screen; anything else is the application's fault and goes on up.
 * A page may say in its own words what could not be loaded, and offer a way back.
 */
export function AreaFailure({ error, failed = 'This could not be loaded', action }: AreaFailureProps) {
  const { revalidate, state } = useRevalidator()
  if (!(error instanceof ApiError)) throw isRouteErrorResponse(error) ? new Error(error.statusText) : error
  if (error.code === 'unauthenticated') return <SessionEnded />
  // The page has nothing to send but its address: what the server finds wrong is there.
  if (error.code === 'invalid-argument')
    return (
      <Suspense fallback={<Spinner size="large" />}>
        <NotFoundPage />
      </Suspense>
    )
  return (
    <FailedPage problem={error} onRetry={revalidate} busy={state === 'loading'} {...{ failed, action }} />
  )
}

type FailedPageProps = Omit<AreaFailureProps, 'error'> & {
  problem: ApiError
  failed: string
  onRetry: () => void
  busy: boolean
}

function FailedPage({ problem, failed, action, onRetry, busy }: FailedPageProps) {
  const missing = problem.code === 'not-found'
  const title = missing ? problem.message : failed
  useWindowTitle(title, site.name)
  return (
    <>
      <h1 className="sr-only">{title}</h1>
      <FailedState
        title={title}
        reference={problem.requestId}
        onRetry={missing ? undefined : onRetry}
        busy={busy}
        action={action ?? (missing && <HomeLink />)}
      >
        {missing ? 'It may have been removed, or the address may be wrong.' : problem.message}
      </FailedState>
    </>
  )
}

function SessionEnded() {
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    tabSession.clear()
    const goOn = (step: SessionStep) =>
      navigate(signInPathFor(step, pathname + search + hash), { replace: true })
    tabSession.load().then(
      ({ step }) => goOn(step),
      () => goOn('none'),
    )
  }, [navigate, pathname, search, hash])
  return <Spinner size="large" />
}
