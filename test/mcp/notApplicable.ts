/**
 * The checks of the MCP conformance suite that cannot succeed against a server of our own tools alone, by scenario,
 * and why. All others do.
 */

interface NotApplicable {
  readonly why: string
  readonly checks: { readonly [scenario: string]: ReadonlyArray<string> }
}

const of2025: ReadonlyArray<NotApplicable> = [
  {
    why: 'It calls a tool that only the suite’s own reference server has.',
    checks: {
      'json-schema-2020-12': ['json-schema-2020-12-tool-found'],
      'tools-call-audio': ['tools-call-audio'],
      'tools-call-embedded-resource': ['tools-call-embedded-resource'],
      'tools-call-error': ['tools-call-error'],
      'tools-call-image': ['tools-call-image'],
      'tools-call-mixed-content': ['tools-call-mixed-content'],
      'tools-call-simple-text': ['tools-call-simple-text'],
      'tools-call-with-logging': ['tools-call-with-logging'],
      'tools-call-with-progress': ['tools-call-with-progress'],
    },
  },
  {
    why: 'It calls a tool that asks its client for something: sampling, elicitation, roots. Ours ask for nothing.',
    checks: {
      'elicitation-sep1034-defaults': ['elicitation-sep1034-general'],
      'elicitation-sep1330-enums': ['elicitation-sep1330-general'],
      'tools-call-elicitation': ['tools-call-elicitation'],
      'tools-call-sampling': ['tools-call-sampling'],
    },
  },
  {
    why: 'There are no resources.',
    checks: {
      'resources-list': ['resources-list'],
      'resources-read-binary': ['resources-read-binary'],
      'resources-read-text': ['resources-read-text'],
      'resources-subscribe': ['resources-subscribe'],
      'resources-templates-read': ['resources-templates-read'],
      'resources-unsubscribe': ['resources-unsubscribe'],
    },
  },
  {
    why: 'There are no prompts.',
    checks: {
      'prompts-get-embedded-resource': ['prompts-get-embedded-resource'],
      'prompts-get-simple': ['prompts-get-simple'],
      'prompts-get-with-args': ['prompts-get-with-args'],
      'prompts-get-with-image': ['prompts-get-with-image'],
      'prompts-list': ['prompts-list'],
    },
  },
  {
    why: 'Nothing is completed, because there are neither prompts nor resources.',
    checks: {
      'completion-complete': ['completion-complete'],
    },
  },
  {
    why: 'No log is sent to clients.',
    checks: {
      'logging-set-level': ['logging-set-level'],
    },
  },
  {
    why: 'No session is handed out, which revisions with sessions leave to the server.',
    checks: {
      'server-initialize': ['server-session-id-visible-ascii'],
      'server-session-lifecycle': ['server-session-lifecycle-skipped'],
      'server-sse-multiple-streams': ['server-sse-multiple-streams-session'],
      'server-sse-polling': ['server-sse-polling-session'],
    },
  },
  {
    why: 'Every answer is one JSON document: there is no stream to look at.',
    checks: {
      'server-sse-polling': ['server-sse-content-type'],
    },
  },
]

const of2026: ReadonlyArray<NotApplicable> = [
  {
    why: 'It calls a tool that only the suite’s own reference server has.',
    checks: {
      'json-schema-2020-12': ['json-schema-2020-12-tool-found'],
      'server-stateless': [
        'sep-2575-server-rejects-undeclared-capability',
        'sep-2575-missing-capability-http-400',
        'sep-2575-http-server-no-independent-requests-on-stream',
        'sep-2575-server-no-log-without-loglevel',
      ],
      'tools-call-audio': ['tools-call-audio'],
      'tools-call-embedded-resource': ['tools-call-embedded-resource'],
      'tools-call-error': ['tools-call-error'],
      'tools-call-image': ['tools-call-image'],
      'tools-call-mixed-content': ['tools-call-mixed-content'],
      'tools-call-simple-text': ['tools-call-simple-text'],
      'tools-call-with-progress': ['tools-call-with-progress'],
    },
  },
  {
    why: 'It calls a tool that asks its client for something: sampling, elicitation, roots. Ours ask for nothing.',
    checks: {
      'input-required-result-basic-elicitation': ['sep-2322-elicitation-incomplete'],
      'input-required-result-basic-list-roots': ['sep-2322-list-roots-incomplete'],
      'input-required-result-basic-sampling': ['sep-2322-sampling-incomplete'],
      'input-required-result-capability-check': ['sep-2322-respect-client-capabilities'],
      'input-required-result-ignore-extra-params': ['sep-2322-ignore-unexpected-params'],
      'input-required-result-missing-input-response': ['sep-2322-missing-response-rerequests'],
      'input-required-result-multi-round': ['sep-2322-multi-round-r1'],
      'input-required-result-multiple-input-requests': ['sep-2322-multiple-inputs-incomplete'],
      'input-required-result-request-state': ['sep-2322-request-state-incomplete'],
      'input-required-result-result-type': ['sep-2322-result-type-included'],
      'input-required-result-tampered-state': ['sep-2322-reject-tampered-state'],
    },
  },
  {
    why: 'There are no resources.',
    checks: {
      caching: [
        'sep-2549-resources-list-caching-hints',
        'sep-2549-resources-templates-list-caching-hints',
        'sep-2549-resources-read-caching-hints',
      ],
      'resources-list': ['resources-list'],
      'resources-read-binary': ['resources-read-binary'],
      'resources-read-text': ['resources-read-text'],
      'resources-templates-read': ['resources-templates-read'],
      'sep-2164-resource-not-found': ['sep-2164-error-code', 'sep-2164-data-uri'],
    },
  },
  {
    why: 'There are no prompts.',
    checks: {
      caching: ['sep-2549-prompts-list-caching-hints'],
      'input-required-result-non-tool-request': ['sep-2322-non-tool-incomplete'],
      'prompts-get-embedded-resource': ['prompts-get-embedded-resource'],
      'prompts-get-simple': ['prompts-get-simple'],
      'prompts-get-with-args': ['prompts-get-with-args'],
      'prompts-get-with-image': ['prompts-get-with-image'],
      'prompts-list': ['prompts-list'],
      'server-stateless': ['sep-2575-server-sends-prompts-list-changed-on-subscription'],
    },
  },
  {
    why: 'Nothing is completed, because there are neither prompts nor resources.',
    checks: {
      'completion-complete': ['completion-complete'],
    },
  },
  {
    why: 'Nothing changes that a client could subscribe to.',
    checks: {
      'server-stateless': [
        'sep-2575-server-sends-subscription-ack',
        'sep-2575-server-tags-subscription-id',
        'sep-2575-server-honors-notification-filter',
        'sep-2575-server-sends-tools-list-changed-on-subscription',
      ],
    },
  },
  {
    why: 'No argument has to be repeated in a header (x-mcp-header).',
    checks: {
      'http-custom-header-server-validation': [
        'sep-2243-server-no-xmcp-tool',
        'sep-2243-server-decode-base64',
        'sep-2243-server-validate-param-match',
        'sep-2243-server-reject-invalid-param-chars',
        'sep-2243-server-reject-param-mismatch',
      ],
    },
  },
  {
    why: 'Every answer is one JSON document: there is no stream to look at.',
    checks: {
      'server-sse-multiple-streams': ['server-sse-streams-functional'],
    },
  },
  {
    why: 'The extension io.modelcontextprotocol/tasks is not offered: a verification is waited for by asking again.',
    checks: {
      'tasks-capability-negotiation': [
        'tasks-extension-advertised',
        'sep-2663-tasks-methods-non-declaring',
        'sep-2663-server-rejects-undeclared-client',
        'tasks-per-request-meta-opt-in',
      ],
      'tasks-dispatch-and-envelope': [
        'tasks-server-directed-creation-no-hint',
        'sep-2663-legacy-task-param-ignored',
        'tasks-immediate-result-shortcut',
        'tasks-result-type-complete-on-non-task-responses',
        'sep-2663-durable-create-strong-consistency',
        'sep-2663-tasks-get-invalid-task-id-32602',
      ],
      'tasks-lifecycle': [
        'tasks-sync-tool-call',
        'sep-2663-result-type-task-on-create',
        'sep-2663-tasks-get-status-working',
        'sep-2663-tasks-get-status-completed',
        'sep-2663-tool-error-uses-completed-status',
        'sep-2663-tasks-get-status-failed',
        'sep-2663-cancel-ack-empty-result',
        'tasks-cancel-terminal-idempotent-ack',
      ],
      'tasks-mrtr-composition': ['sep-2663-mrtr-synchronous-before-task-creation'],
      'tasks-mrtr-input': [
        'sep-2663-tasks-get-status-input-required',
        'tasks-mrtr-tasks-update-resumes',
        'tasks-mrtr-partial-fulfillment',
      ],
      'tasks-request-headers': [
        'tasks-headers-tolerate-mcp-method-on-tools-call',
        'sep-2663-routing-headers-accepted-on-tasks-get',
        'sep-2663-server-rejects-mismatched-mcp-name-on-tasks-get',
      ],
      'tasks-request-state-removal': ['tasks-request-state-removal-setup'],
      'tasks-required-task-error': ['sep-2663-server-returns-missing-capability-when-required'],
      'tasks-status-notifications': ['tasks-status-notifications'],
      'tasks-wire-fields': [
        'tasks-wire-field-renames',
        'tasks-no-early-ttl-expiry',
        'tasks-no-related-task-meta-on-inlined-result',
      ],
    },
  },
]

export const notApplicable = { '2025-11-25': of2025, '2026-07-28': of2026 } as const
