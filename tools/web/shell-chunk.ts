/**
 * What stands around every page of a practice: who is signed in, how the server is asked, the menu and its notices.
 * Each line is the beginning of paths of modules, as a pattern.
 */
export const shellModules = [
  'contract/(errors|languages|limits)',
  'web/(api|user-activity|page-meta|step-up|support-address)',
  'web/areas/clinic/(clinic-(destinations|navigation|paths)|use-clinic-shortcuts)',
  'web/features/account/(identity-confirmation|idle-lock|idle-rules|session-monitor|use-idle-state)',
  'web/features/announcements/(announcement-banners|announcement-words|clinic-announcements|maintenance-banner)',
  'web/features/clinics/clinic-(preferences|record)',
  'web/features/identity/(area-failure|guard|guard-rules|user-drafts|private-storage|profile-photo|return-path|screen-lock-overlay|screen-lock)',
  'web/features/identity/(session|session-user|signed-in-user-menu|tab-session-events|tab-session)',
  'web/ui/(alert-provider|avatar|cell-text|keyboard-shortcuts|list-toolbar|menu|menu-button|ui-providers|query-string|search-button|select|use-shortcut)',
  'web/ui/sidebar-(item|layout|person)',
]

/** Whether a module travels in the file of the frame. */
export const isShellModule = new RegExp(`/(${shellModules.join('|')})\\.tsx?$`)
