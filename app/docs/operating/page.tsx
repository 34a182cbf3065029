import type { Metadata } from 'next'
import { DocsPage, type DocsSection } from '@/components/docs/docs-page'
import {
  Backups,
  BehindProxy,
  Commands,
  Health,
  LiveMode,
  MailSection,
  Running,
  Scaling,
  Settings,
  Upgrading,
} from './sections'

export const metadata: Metadata = {
  title: 'Operating',
  description: 'Run an installation: settings, commands, health, backups, scaling and upgrades.',
}

const SECTIONS: readonly DocsSection[] = [
  { id: 'running', title: 'Running the service', content: <Running /> },
  { id: 'settings', title: 'Settings', content: <Settings /> },
  { id: 'commands', title: 'Operator commands', content: <Commands /> },
  { id: 'health', title: 'Health and logs', content: <Health /> },
  { id: 'backups', title: 'Backups', content: <Backups /> },
  { id: 'proxy', title: 'Behind a reverse proxy', content: <BehindProxy /> },
  { id: 'scaling', title: 'Scaling out', content: <Scaling /> },
  { id: 'upgrading', title: 'Upgrading', content: <Upgrading /> },
  { id: 'mail', title: 'Mail', content: <MailSection /> },
  { id: 'live-mode', title: 'Live mode', content: <LiveMode /> },
]

export default function OperatingPage() {
  return (
    <DocsPage
      path="/docs/operating"
      lead="For the operator of an installation. The machine needs Node.js 20.19 or later and npm, nothing else."
      sections={SECTIONS}
    />
  )
}
