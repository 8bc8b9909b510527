import { CSPProvider } from '@base-ui/react/csp-provider'
import type { ReactNode } from 'react'
import { AlertProvider } from './alert-provider.tsx'
import { ToastProvider } from './toast.tsx'

/** What dialogs, menus and toasts need around them. Parts may write no `<style>`: the content policy refuses it. */
export function UiProviders({ children }: { children: ReactNode }) {
  return (
    <CSPProvider disableStyleElements>
      <ToastProvider>
        <AlertProvider>{children}</AlertProvider>
      </ToastProvider>
    </CSPProvider>
  )
}
