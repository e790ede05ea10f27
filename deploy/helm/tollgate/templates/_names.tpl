{{- define "tollgate.fullname" -}}
{{- $name := ternary .Release.Name (printf "%s-tollgate" .Release.Name) (contains "tollgate" .Release.Name) -}}
{{- $name | trunc 40 | trimSuffix "-" -}}
{{- end }}

{{/* Labels of everything in this release. Takes the root. */}}
{{- define "tollgate.releaseSelector" -}}
app.kubernetes.io/name: tollgate
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{/* Labels of one process or store. Takes root and component. */}}
{{- define "tollgate.selector" -}}
{{ include "tollgate.releaseSelector" .root }}
app.kubernetes.io/component: {{ .component }}
{{- end }}

{{- define "tollgate.labels" -}}
{{ include "tollgate.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ .root.Chart.Name }}-{{ .root.Chart.Version }}
{{- end }}

{{/* An entry of `env` from the Secret. Takes root, key and optional. */}}
{{- define "tollgate.secretVariable" -}}
- name: {{ .key }}
  valueFrom:
    secretKeyRef:
      name: {{ .root.Values.secret }}
      key: {{ .key }}
      {{- if .optional }}
      optional: true
      {{- end }}
{{- end }}

{{/* Entries of volumeClaimTemplates. Takes name, storage and storageClass. */}}
{{- define "tollgate.claim" -}}
- metadata:
    name: {{ .name }}
  spec:
    accessModes: [ReadWriteOnce]
    {{- with .storageClass }}
    storageClassName: {{ . }}
    {{- end }}
    resources:
      requests:
        storage: {{ .storage }}
{{- end }}

{{/* Fails on values that the schema cannot judge, because they depend on each other. */}}
{{- define "tollgate.checkValues" -}}
{{- $values := .Values -}}
{{- if not (or $values.postgres.bundled $values.postgres.host) -}}
{{- fail "postgres.host is required when postgres.bundled is false" -}}
{{- end -}}
{{- if not (or $values.redis.bundled $values.redis.host) -}}
{{- fail "redis.host is required when redis.bundled is false" -}}
{{- end -}}
{{- if and $values.redis.user $values.redis.serviceUsers -}}
{{- fail "redis.user is used only when redis.serviceUsers is false" -}}
{{- end -}}
{{- if and (eq $values.eventLog "kafka") (not (or $values.kafka.bundled $values.kafka.brokers)) -}}
{{- fail "kafka.brokers is required when eventLog is kafka and kafka.bundled is false" -}}
{{- end -}}
{{- if and (eq $values.objects.store "s3") (not (and $values.objects.s3.endpoint $values.objects.s3.bucket)) -}}
{{- fail "objects.s3.endpoint and objects.s3.bucket are required when objects.store is s3" -}}
{{- end -}}
{{- $hasKafka := or $values.kafka.bundled (ne $values.eventLog "kafka") -}}
{{- $isBundled := and $values.postgres.bundled $values.redis.bundled $hasKafka -}}
{{- if and $values.networkPolicy.enabled (not $isBundled) (not $values.networkPolicy.engines) -}}
{{- fail "networkPolicy.engines is required with existing stores: pods could not reach them" -}}
{{- end -}}
{{- if and $values.networkPolicy.enabled $values.serviceMonitor.enabled (not $values.networkPolicy.monitoring) -}}
{{- fail "networkPolicy.monitoring is required with networkPolicy.enabled and serviceMonitor.enabled: Prometheus could not reach the pods" -}}
{{- end -}}
{{- range $name, $process := include "tollgate.processes" . | fromYaml -}}
{{- if and $process.hasObjects (gt (int $process.instancesMax) 1) -}}
{{- fail (printf "objects.store must be s3 because %s may have %d instances: a disk cannot be shared" $name (int $process.instancesMax)) -}}
{{- end -}}
{{- if and $process.settings.autoscaling.enabled (gt (int $process.settings.autoscaling.min) (int $process.settings.autoscaling.max)) -}}
{{- fail (printf "autoscaling.min of %s is above autoscaling.max" $name) -}}
{{- end -}}
{{- end -}}
{{- end }}
