// The parts of the manifests that a user of the chart can set: each row moves one into values.yaml, and leaves an expression of
// the template language in its place.

/** A part that becomes a value, or an expression alone. */
export interface Move {
  /** Kind and name, as in `Service/call-analysis`. */
  readonly object: string;
  /** Keys and indexes that lead to the part, separated by spaces, since keys have dots and slashes. */
  readonly at: string;
  /** Place in values.yaml, with dots; null where values.yaml has none for it. */
  readonly value: string | null;
  /** The expression in its place: the value as JSON, which is YAML too, where nothing else is said. */
  readonly expression: string;
}

/** Lines at the end of a mapping or list of a manifest. But for the checksum, default values make nothing of them. */
export interface Addition {
  readonly object: string;
  readonly at: string;
  readonly lines: readonly string[];
}

const move = (object: string, at: string, value: string, expression = `{{ toJson .Values.${value} }}`): Move => ({
  object,
  at,
  value,
  expression,
});
const express = (object: string, at: string, expression: string): Move => ({ object, at, value: null, expression });

const ROLES = ['api', 'worker'] as const;
const POD = 'spec template spec';
const PORT = '.Values.settings.METRICS_PORT';
const IMAGE = '{{ include "call-analysis.image" . }}';
const SECRET = '{{ include "call-analysis.secret" . }}';
const HOST = '{{ include "call-analysis.host" . }}';

/** Objects that are there only sometimes. */
export const CONDITIONS: Readonly<Record<string, string>> = {
  'HorizontalPodAutoscaler/call-analysis-api': '.Values.api.autoscaling.enabled',
  'HorizontalPodAutoscaler/call-analysis-worker': 'and .Values.worker.autoscaling.enabled (not .Values.keda.enabled)',
  'Ingress/call-analysis': '.Values.ingress.enabled',
  'NetworkPolicy/call-analysis': '.Values.networkPolicy.enabled',
  'ScaledObject/call-analysis-worker': '.Values.keda.enabled',
};

export const MOVES: readonly Move[] = [
  ...ROLES.flatMap(movesOfWorkload),
  express('Ingress/call-analysis', 'spec tls 0 hosts 0', HOST),
  express('Ingress/call-analysis', 'spec rules 0 host', HOST),
  move('Ingress/call-analysis', 'metadata annotations', 'ingress.annotations'),
  move('Ingress/call-analysis', 'spec ingressClassName', 'ingress.className'),
  move('Ingress/call-analysis', 'spec tls 0 secretName', 'ingress.tlsSecret'),
  move('NetworkPolicy/call-analysis', 'spec ingress 0 from', 'networkPolicy.ingressController'),
  move('NetworkPolicy/call-analysis', 'spec ingress 1 from', 'networkPolicy.monitoring'),
  express('NetworkPolicy/call-analysis', 'spec ingress 1 ports 0 port', `{{ int ${PORT} }}`),
  move('NetworkPolicy/call-analysis', 'spec egress 1 to', 'networkPolicy.stores'),
  move('NetworkPolicy/call-analysis', 'spec egress 1 ports', 'networkPolicy.storePorts'),
  move('NetworkPolicy/call-analysis', 'spec egress 2 to', 'networkPolicy.monitoring'),
  move('ScaledObject/call-analysis-worker', 'spec minReplicaCount', 'keda.minReplicaCount'),
  move('ScaledObject/call-analysis-worker', 'spec maxReplicaCount', 'keda.maxReplicaCount'),
  move('ScaledObject/call-analysis-worker', 'spec triggers 0 metadata serverAddress', 'keda.serverAddress'),
  move('ScaledObject/call-analysis-worker', 'spec triggers 0 metadata query', 'keda.query'),
  move(
    'ScaledObject/call-analysis-worker',
    'spec triggers 0 metadata threshold',
    'keda.threshold',
    '{{ toString .Values.keda.threshold | quote }}',
  ),
  move(
    'ConfigMap/call-analysis',
    'data',
    'settings',
    '{{- include "call-analysis.strings" .Values.settings | nindent 2 }}',
  ),
];

function movesOfWorkload(role: (typeof ROLES)[number]): Move[] {
  const object = `Deployment/call-analysis-${role}`;
  const scaler = `HorizontalPodAutoscaler/call-analysis-${role}`;
  return [
    express(object, 'spec template metadata annotations prometheus.io/port', `{{ toString ${PORT} | quote }}`),
    express(object, `${POD} initContainers 0 image`, IMAGE),
    express(object, `${POD} initContainers 0 envFrom 1 secretRef name`, SECRET),
    move(object, `${POD} initContainers 0 resources`, 'migrate.resources'),
    express(object, `${POD} containers 0 image`, IMAGE),
    express(object, `${POD} containers 0 envFrom 1 secretRef name`, SECRET),
    express(object, `${POD} containers 0 ports 1 containerPort`, `{{ int ${PORT} }}`),
    move(object, `${POD} containers 0 resources`, `${role}.resources`),
    move(object, `${POD} volumes 0 emptyDir sizeLimit`, `${role}.volumes.data`),
    move(object, `${POD} volumes 1 emptyDir sizeLimit`, `${role}.volumes.tmp`),
    move(scaler, 'spec minReplicas', `${role}.autoscaling.minReplicas`),
    move(scaler, 'spec maxReplicas', `${role}.autoscaling.maxReplicas`),
    move(scaler, 'spec metrics 0 resource target averageUtilization', `${role}.autoscaling.averageUtilization`),
  ];
}

export const ADDITIONS: readonly Addition[] = [
  ...ROLES.flatMap(additionsOfWorkload),
  {
    object: 'NetworkPolicy/call-analysis',
    at: 'spec egress',
    lines: [
      '{{- if .Values.pgbouncer.enabled }}',
      '- to: [{ podSelector: { matchLabels: { app.kubernetes.io/name: call-analysis-pgbouncer } } }]',
      '  ports: [{ port: 6432, protocol: TCP }]',
      '{{- end }}',
    ],
  },
];

function additionsOfWorkload(role: (typeof ROLES)[number]): Addition[] {
  const object = `Deployment/call-analysis-${role}`;
  const scaled =
    role === 'worker'
      ? 'or .Values.worker.autoscaling.enabled .Values.keda.enabled'
      : '.Values.api.autoscaling.enabled';
  const mounts = ifGiven('extraVolumeMounts', '{{- range . }}', '- {{ toJson . }}', '{{- end }}');
  return [
    {
      object,
      at: 'spec',
      lines: [`{{- if not (${scaled}) }}`, `replicas: {{ .Values.${role}.replicas }}`, '{{- end }}'],
    },
    // Pods read the settings when they start, so that a change of them must restart the pods.
    {
      object,
      at: 'spec template metadata annotations',
      lines: ['checksum/settings: {{ include "call-analysis.checksum" . }}'],
    },
    {
      object,
      at: POD,
      lines: [
        ...ifGiven('image.pullSecrets', 'imagePullSecrets: {{ toJson . }}'),
        ...ifGiven('serviceAccountName', 'serviceAccountName: {{ . }}'),
        ...ifGiven(`${role}.nodeSelector`, 'nodeSelector: {{ toJson . }}'),
        ...ifGiven(`${role}.tolerations`, 'tolerations: {{ toJson . }}'),
      ],
    },
    { object, at: `${POD} initContainers 0 volumeMounts`, lines: mounts },
    { object, at: `${POD} containers 0 volumeMounts`, lines: mounts },
    {
      object,
      at: `${POD} volumes`,
      lines: ifGiven('extraVolumes', '{{- range . }}', '- {{ toJson . }}', '{{- end }}'),
    },
  ];
}

function ifGiven(value: string, ...lines: readonly string[]): string[] {
  return [`{{- with .Values.${value} }}`, ...lines, '{{- end }}'];
}
