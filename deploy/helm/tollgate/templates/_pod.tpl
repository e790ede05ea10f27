{{/* The pod of a process, as its template in a Deployment or StatefulSet. Takes root, name, process. */}}
{{- define "tollgate.pod" -}}
{{- $root := .root -}}
{{- $values := .root.Values -}}
{{- $process := .process -}}
{{- $settings := .process.settings -}}
{{- $first := index $process.services (first $process.members) -}}
{{- $labels := dict "root" $root "component" .name -}}
metadata:
  labels:
    {{- include "tollgate.labels" $labels | nindent 4 }}
spec:
  automountServiceAccountToken: false
  # Otherwise every Service of the namespace adds variables.
  enableServiceLinks: false
  # Longer than the wait before SIGTERM and the 30 seconds in which a service drains.
  terminationGracePeriodSeconds: {{ add $values.preStopSeconds 35 }}
  securityContext:
    {{- include "tollgate.podSecurity" $root | nindent 4 }}
  {{- with $values.image.pullSecrets }}
  imagePullSecrets:
    {{- range . }}
    - name: {{ . }}
    {{- end }}
  {{- end }}
  {{- with $settings.priorityClassName }}
  priorityClassName: {{ . }}
  {{- end }}
  {{- with $settings.nodeSelector }}
  nodeSelector:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with $settings.tolerations }}
  tolerations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- if $values.topologySpread.enabled }}
  topologySpreadConstraints:
    {{- range list "kubernetes.io/hostname" "topology.kubernetes.io/zone" }}
    - maxSkew: 1
      topologyKey: {{ . }}
      whenUnsatisfiable: {{ $values.topologySpread.whenUnsatisfiable }}
      labelSelector:
        matchLabels:
          {{- include "tollgate.selector" $labels | nindent 10 }}
    {{- end }}
  {{- end }}
  containers:
    - name: {{ .name }}
      image: {{ include "tollgate.image" . }}
      imagePullPolicy: {{ $values.image.pullPolicy }}
      securityContext:
        {{- include "tollgate.containerSecurity" $root | nindent 8 }}
      env:
        {{- $keys := include "tollgate.secretKeys" . | fromYaml }}
        {{- range $keys.required }}
        {{- include "tollgate.secretVariable" (dict "root" $root "key" .) | nindent 8 }}
        {{- end }}
        {{- range $keys.optional }}
        {{- include "tollgate.secretVariable" (dict "root" $root "key" . "optional" true) | nindent 8 }}
        {{- end }}
        {{- if $process.hasSpool }}
        # Stable over restarts, as the volume of the spool is.
        - name: INSTANCE_ID
          valueFrom:
            fieldRef:
              fieldPath: metadata.name
        {{- end }}
        {{- range $variable, $value := include "tollgate.variables" . | fromYaml }}
        - name: {{ $variable }}
          value: {{ $value | quote }}
        {{- end }}
      ports:
        {{- range $member := $process.members }}
        {{- range $port := (index $process.services $member).ports }}
        - containerPort: {{ $port }}
        {{- end }}
        {{- end }}
      startupProbe:
        httpGet:
          path: /healthz
          port: {{ $first.ports.internal }}
        periodSeconds: 2
        failureThreshold: 30
      livenessProbe:
        httpGet:
          path: /healthz
          port: {{ $first.ports.internal }}
        periodSeconds: 10
        timeoutSeconds: 5
        failureThreshold: 6
      readinessProbe:
        {{- if $process.isShared }}
        # Asks /readyz of every service in the process.
        exec:
          command: [node, healthcheck.mjs]
        {{- else }}
        httpGet:
          path: /readyz
          port: {{ $first.ports.internal }}
        {{- end }}
        periodSeconds: 5
        timeoutSeconds: 5
        failureThreshold: 3
      lifecycle:
        preStop:
          exec:
            command: [sleep, {{ $values.preStopSeconds | quote }}]
      resources:
        {{- toYaml $settings.resources | nindent 8 }}
      volumeMounts:
        - name: tmp
          mountPath: /tmp
        {{- if $process.hasSpool }}
        - name: spool
          mountPath: /var/lib/tollgate/spool
        {{- end }}
        {{- if $process.hasObjects }}
        - name: objects
          mountPath: /var/lib/tollgate/objects
        {{- end }}
        {{- if $values.trust.configMap }}
        - name: trust
          mountPath: /etc/tollgate/trust
          readOnly: true
        {{- end }}
        {{- if $values.innerTls.enabled }}
        - name: certificate
          mountPath: /etc/tollgate/tls
          readOnly: true
        {{- end }}
  volumes:
    - name: tmp
      emptyDir: {}
    {{- if $values.trust.configMap }}
    {{- include "tollgate.trustVolume" $root | nindent 4 }}
    {{- end }}
    {{- if $values.innerTls.enabled }}
    - name: certificate
      secret:
        secretName: {{ include "tollgate.fullname" $root }}-{{ .name }}-tls
    {{- end }}
{{- end }}

{{/* The image of a process. Takes root and name. */}}
{{- define "tollgate.image" -}}
{{- $image := .root.Values.image -}}
"{{ $image.repository }}/{{ .name }}:{{ default .root.Chart.AppVersion $image.tag }}"
{{- end }}

{{- define "tollgate.podSecurity" -}}
runAsNonRoot: true
runAsUser: 1000
runAsGroup: 1000
fsGroup: 1000
fsGroupChangePolicy: OnRootMismatch
seccompProfile:
  type: RuntimeDefault
{{- end }}

{{- define "tollgate.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end }}

{{/* The volume with further certificate authorities. Takes the root. */}}
{{- define "tollgate.trustVolume" -}}
- name: trust
  configMap:
    name: {{ .Values.trust.configMap }}
    items:
      - key: {{ .Values.trust.key }}
        path: ca.crt
{{- end }}
