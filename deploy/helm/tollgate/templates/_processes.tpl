{{/*
The processes of the chosen shape as a YAML map: for each its services with their ports, its
settings, and what it keeps on disk. Takes the root.
*/}}
{{- define "tollgate.processes" -}}
{{- $values := .Values -}}
{{- $file := .Files.Get "files/services.yaml" | fromYaml -}}
{{- $shape := index $file.shapes $values.shape -}}
{{- if $values.simulator.enabled -}}
{{- $_ := set $shape "simulator" (list "simulator") -}}
{{- end -}}
{{- $processes := dict -}}
{{- range $name, $members := $shape -}}
  {{- $own := default dict (index $values.processes $name) -}}
  {{- $settings := mergeOverwrite (deepCopy $values.defaults) (deepCopy $own) -}}
  {{- $autoscaling := $settings.autoscaling -}}
  {{- $process := dict "members" $members "settings" $settings "services" dict -}}
  {{- $_ := set $process "isShared" (gt (len $members) 1) -}}
  {{- $_ := set $process "instancesMax" (ternary $autoscaling.max $settings.replicas $autoscaling.enabled) -}}
  {{- range $member := $members -}}
    {{- $service := index $file.services $member -}}
    {{- $together := default dict $service.together -}}
    {{- $ports := dict "http" 8080 "internal" 9100 -}}
    {{- if $process.isShared -}}
      {{- $ports = $together -}}
    {{- else if hasKey $together "grpc" -}}
      {{- $_ := set $ports "grpc" 9090 -}}
    {{- end -}}
    {{- $_ := set $service "ports" $ports -}}
    {{- $_ := set $process.services $member $service -}}
    {{- if $service.spool -}}
      {{- $_ := set $process "hasSpool" true -}}
    {{- end -}}
    {{- if and $service.objects (eq $values.objects.store "disk") -}}
      {{- $_ := set $process "hasObjects" true -}}
    {{- end -}}
  {{- end -}}
  {{- $isStateful := or $process.hasSpool $process.hasObjects -}}
  {{- $_ := set $process "kind" (ternary "StatefulSet" "Deployment" (default false $isStateful)) -}}
  {{- $_ := set $processes $name $process -}}
{{- end -}}
{{- toYaml $processes -}}
{{- end }}

{{/* Key of the Secret with the password of the login of a role. Takes root and role. */}}
{{- define "tollgate.databasePasswordKey" -}}
{{- $key := printf "%s_DB_PASSWORD" (upper .role) -}}
{{- ternary (printf "%s_B" $key) $key (has .role .root.Values.postgres.secondLogins) -}}
{{- end }}

{{/* URL of PostgreSQL. Takes root and role. */}}
{{- define "tollgate.databaseUrl" -}}
{{- $postgres := .root.Values.postgres -}}
{{- $host := $postgres.host -}}
{{- $query := "" -}}
{{- if $postgres.bundled -}}
  {{- $host = printf "%s-postgres" (include "tollgate.fullname" .root) -}}
{{- else if ne $postgres.sslMode "disable" -}}
  {{- $query = printf "?sslmode=%s" $postgres.sslMode -}}
{{- end -}}
{{- $port := ternary 5432 (int $postgres.port) $postgres.bundled -}}
{{- $login := ternary (printf "%s_b" .role) .role (has .role $postgres.secondLogins) -}}
postgres://{{ $login }}:$({{ include "tollgate.databasePasswordKey" . }})@{{ replace "," (printf ":%d," $port) $host }}:{{ $port }}/{{ $postgres.database }}{{ $query }}
{{- end }}

{{/* Key of the Secret with the password of Redis. Takes root and service. */}}
{{- define "tollgate.redisPasswordKey" -}}
{{- ternary (printf "%s_REDIS_PASSWORD" (upper .service)) "REDIS_PASSWORD" .root.Values.redis.serviceUsers -}}
{{- end }}

{{/* URL of Redis. Takes root and service. */}}
{{- define "tollgate.redisUrl" -}}
{{- $redis := .root.Values.redis -}}
{{- $user := ternary .service $redis.user $redis.serviceUsers -}}
{{- $credentials := printf "%s:$(%s)" $user (include "tollgate.redisPasswordKey" .) -}}
{{- if $redis.bundled -}}
redis://{{ $credentials }}@{{ include "tollgate.fullname" .root }}-redis:6379
{{- else -}}
{{- $scheme := ternary "rediss" "redis" $redis.tls -}}
{{- $hosts := replace "," (printf ":%d," (int $redis.port)) $redis.host -}}
{{- if $redis.cluster -}}
{{ $scheme }}+cluster://{{ $credentials }}@{{ $hosts }}:{{ $redis.port }}
{{- else if $redis.sentinelName -}}
{{- $query := "" -}}
{{- if $redis.sentinelAuth -}}
{{- $query = "?sentinelPassword=$(REDIS_SENTINEL_PASSWORD)" -}}
{{- with $redis.sentinelUser -}}{{- $query = printf "%s&sentinelUser=%s" $query . -}}{{- end -}}
{{- end -}}
{{ $scheme }}+sentinel://{{ $credentials }}@{{ $hosts }}:{{ $redis.port }}/{{ $redis.sentinelName }}{{ $query }}
{{- else -}}
{{ $scheme }}://{{ $credentials }}@{{ $redis.host }}:{{ $redis.port }}
{{- end -}}
{{- end -}}
{{- end }}

{{/*
Where each service is reached, as a YAML map: its Service, or where there may be several pods a name
that DNS resolves to all of them, with the ports of the pods. Takes the root.
*/}}
{{- define "tollgate.addresses" -}}
{{- $fullname := include "tollgate.fullname" . -}}
{{- $scheme := ternary "https" "http" .Values.innerTls.enabled -}}
{{- $addresses := dict -}}
{{- range $name, $process := include "tollgate.processes" . | fromYaml -}}
  {{- range $member, $service := $process.services -}}
    {{- $address := dict -}}
    {{- if gt (int $process.instancesMax) 1 -}}
      {{- $host := printf "%s-%s-pods" $fullname $name -}}
      {{- $_ := set $address "http" (printf "dns+%s://%s:%d" $scheme $host (int $service.ports.http)) -}}
      {{- if $service.ports.grpc -}}
        {{- $_ := set $address "grpc" (printf "dns:///%s:%d" $host (int $service.ports.grpc)) -}}
      {{- end -}}
    {{- else -}}
      {{- $_ := set $address "http" (printf "%s://%s-%s:8080" $scheme $fullname $member) -}}
      {{- $_ := set $address "grpc" (printf "%s-%s:9090" $fullname $member) -}}
    {{- end -}}
    {{- $_ := set $addresses $member $address -}}
  {{- end -}}
{{- end -}}
{{- toYaml $addresses -}}
{{- end }}

{{/* The settings for development that the values need, and those that env adds. Takes root and env. */}}
{{- define "tollgate.developmentSettings" -}}
{{- $values := .root.Values -}}
{{- $names := list -}}
{{- if eq $values.mail.adapter "log" -}}
  {{- $names = append $names "MAIL_ADAPTER" -}}
{{- end -}}
{{- if $values.simulator.enabled -}}
  {{- $names = append $names "SIMULATOR_URL" -}}
{{- end -}}
{{- if .env.DEVELOPMENT_SETTINGS -}}
  {{- $names = append $names .env.DEVELOPMENT_SETTINGS -}}
{{- end -}}
{{- join "," $names -}}
{{- end }}

{{/* Variables that are not secret, as a YAML map. Takes root, name and process. */}}
{{- define "tollgate.variables" -}}
{{- $root := .root -}}
{{- $values := .root.Values -}}
{{- $process := .process -}}
{{- $fullname := include "tollgate.fullname" .root -}}
{{- $addresses := include "tollgate.addresses" .root | fromYaml -}}
{{- $variables := dict "LOG_LEVEL" $values.logLevel -}}
{{- if ne .name "simulator" -}}
  {{- $_ := set $variables "SITE_URL" $values.siteUrl -}}
  {{- $_ := set $variables "PLAINTEXT_HOSTS" (join "," $values.plaintextHosts) -}}
  {{- if $values.innerTls.enabled -}}
    {{- $_ := set $variables "TLS_CERT_FILE" "/etc/tollgate/tls/tls.crt" -}}
    {{- $_ := set $variables "TLS_KEY_FILE" "/etc/tollgate/tls/tls.key" -}}
    {{- $_ := set $variables "TLS_CA_FILE" "/etc/tollgate/tls/ca.crt" -}}
  {{- end -}}
  {{- if $values.tracing.endpoint -}}
    {{- $_ := set $variables "OTEL_EXPORTER_OTLP_ENDPOINT" $values.tracing.endpoint -}}
    {{- $_ := set $variables "OTEL_TRACES_SAMPLER_ARG" ($values.tracing.ratio | toString) -}}
  {{- end -}}
{{- end -}}
{{- range $member, $service := $process.services -}}
  {{- if $service.database -}}
    {{- $prefix := ternary (printf "%s__" (upper $member)) "" $process.isShared -}}
    {{- $url := include "tollgate.databaseUrl" (dict "root" $root "role" $member) -}}
    {{- $_ := set $variables (printf "%sDATABASE_URL" $prefix) $url -}}
  {{- end -}}
  {{- if $service.redis -}}
    {{- $prefix := ternary (printf "%s__" (upper $member)) "" $process.isShared -}}
    {{- $url := include "tollgate.redisUrl" (dict "root" $root "service" $member) -}}
    {{- $_ := set $variables (printf "%sREDIS_URL" $prefix) $url -}}
  {{- end -}}
  {{- if $service.eventLog -}}
    {{- $_ := set $variables "EVENT_LOG" $values.eventLog -}}
    {{- if eq $values.eventLog "postgres" -}}
      {{- $url := include "tollgate.databaseUrl" (dict "root" $root "role" "eventlog") -}}
      {{- $_ := set $variables "EVENT_LOG_DATABASE_URL" $url -}}
    {{- else -}}
      {{- $bundled := printf "%s-kafka:9092" $fullname -}}
      {{- $brokers := ternary $bundled (join "," $values.kafka.brokers) $values.kafka.bundled -}}
      {{- $_ := set $variables "KAFKA_BROKERS" $brokers -}}
      {{- if not $values.kafka.bundled -}}
        {{- $_ := set $variables "KAFKA_TLS" (ternary "1" "0" $values.kafka.tls) -}}
        {{- $_ := set $variables "KAFKA_SASL" $values.kafka.sasl -}}
        {{- $_ := set $variables "KAFKA_USERNAME" $values.kafka.user -}}
        {{- $_ := set $variables "KAFKA_REPLICAS" ($values.kafka.replicas | toString) -}}
        {{- $_ := set $variables "KAFKA_MIN_INSYNC_REPLICAS" ($values.kafka.minInsyncReplicas | toString) -}}
      {{- end -}}
    {{- end -}}
  {{- end -}}
  {{- if $service.mail -}}
    {{- $_ := set $variables "MAIL_ADAPTER" $values.mail.adapter -}}
    {{- $_ := set $variables "MAIL_DIR" "/tmp/mail" -}}
    {{- $_ := set $variables "MAIL_FROM" $values.mail.from -}}
  {{- end -}}
  {{- if $service.objects -}}
    {{- $_ := set $variables "OBJECT_STORE" $values.objects.store -}}
    {{- if eq $values.objects.store "s3" -}}
      {{- $_ := set $variables "S3_ENDPOINT" $values.objects.s3.endpoint -}}
      {{- $_ := set $variables "S3_BUCKET" $values.objects.s3.bucket -}}
      {{- $_ := set $variables "S3_REGION" $values.objects.s3.region -}}
      {{- $_ := set $variables "S3_PATH_STYLE" (ternary "1" "0" $values.objects.s3.pathStyle) -}}
    {{- end -}}
  {{- end -}}
  {{- range $called := $service.callsGrpc -}}
    {{- $_ := set $variables (printf "%s_GRPC_ADDRESS" (upper $called)) (index $addresses $called).grpc -}}
  {{- end -}}
  {{- range $called := $service.callsHttp -}}
    {{- $_ := set $variables (printf "%s_URL" (upper $called)) (index $addresses $called).http -}}
  {{- end -}}
  {{- if eq $member "edge" -}}
    {{- $_ := set $variables "EDGE_INSTANCES" ($process.instancesMax | toString) -}}
  {{- end -}}
  {{- if and (eq $member "relay") $values.simulator.enabled -}}
    {{- $_ := set $variables "SIMULATOR_URL" (printf "http://%s-simulator:8080/v1" $fullname) -}}
    {{- $_ := set $variables "TEST_MODE_URL" (printf "http://%s-simulator:8080/v1" $fullname) -}}
  {{- end -}}
  {{- if and (eq $member "relay") $values.testMode.url -}}
    {{- $_ := set $variables "TEST_MODE_URL" $values.testMode.url -}}
  {{- end -}}
  {{- if and (eq $member "relay") (ne $values.webSearch.engine "none") -}}
    {{- $_ := set $variables "WEB_SEARCH_ENGINE" $values.webSearch.engine -}}
    {{- $_ := set $variables "WEB_SEARCH_URL" $values.webSearch.url -}}
    {{- $_ := set $variables "WEB_SEARCH_ALLOW_CIDRS" (join "," $values.webSearch.allowCidrs) -}}
    {{- $_ := set $variables "WEB_SEARCH_TIMEOUT_MS" ($values.webSearch.timeoutMs | toString) -}}
    {{- $_ := set $variables "WEB_SEARCH_RESULTS_MAX" ($values.webSearch.resultsMax | toString) -}}
    {{- $_ := set $variables "WEB_SEARCH_TOKENS_MAX" ($values.webSearch.tokensMax | toString) -}}
    {{- $_ := set $variables "WEB_SEARCH_PRICE" $values.webSearch.price -}}
    {{- $_ := set $variables "WEB_SEARCH_KEEPS_NOTHING" ($values.webSearch.keepsNothing | toString) -}}
  {{- end -}}
{{- end -}}
{{- if $values.trust.configMap -}}
  {{- $_ := set $variables "NODE_EXTRA_CA_CERTS" "/etc/tollgate/trust/ca.crt" -}}
{{- end -}}
{{- $variables = mergeOverwrite $variables (deepCopy $values.env) (deepCopy $process.settings.env) -}}
{{- if ne .name "simulator" -}}
  {{- $_ := set $variables "DEVELOPMENT_SETTINGS" (include "tollgate.developmentSettings" (dict "root" .root "env" $variables)) -}}
{{- end -}}
{{- toYaml $variables -}}
{{- end }}

{{/* Keys of the Secret that a process gets, as lists required and optional. Takes root and process. */}}
{{- define "tollgate.secretKeys" -}}
{{- $root := .root -}}
{{- $values := .root.Values -}}
{{- $required := list -}}
{{- $optional := list -}}
{{- range $member, $service := .process.services -}}
  {{- if ne $member "simulator" -}}
    {{- $required = concat $required (list "SERVICE_SECRET" "IDENTITY_SECRET") -}}
    {{- $optional = concat $optional (list "SERVICE_SECRET_OTHER" "IDENTITY_SECRET_OTHER") -}}
    {{- if $values.tracing.endpoint -}}
      {{- $optional = append $optional "OTEL_EXPORTER_OTLP_HEADERS" -}}
    {{- end -}}
  {{- end -}}
  {{- if $service.database -}}
    {{- $key := include "tollgate.databasePasswordKey" (dict "root" $root "role" $member) -}}
    {{- $required = append $required $key -}}
  {{- end -}}
  {{- if $service.redis -}}
    {{- $key := include "tollgate.redisPasswordKey" (dict "root" $root "service" $member) -}}
    {{- $required = append $required $key -}}
    {{- if and (not $values.redis.bundled) $values.redis.sentinelName $values.redis.sentinelAuth -}}
      {{- $required = append $required "REDIS_SENTINEL_PASSWORD" -}}
    {{- end -}}
  {{- end -}}
  {{- if and $service.eventLog (eq $values.eventLog "postgres") -}}
    {{- $key := include "tollgate.databasePasswordKey" (dict "root" $root "role" "eventlog") -}}
    {{- $required = append $required $key -}}
  {{- end -}}
  {{- $isKafka := and $service.eventLog (eq $values.eventLog "kafka") (not $values.kafka.bundled) -}}
  {{- if and $isKafka (ne $values.kafka.sasl "none") -}}
    {{- $required = append $required "KAFKA_PASSWORD" -}}
  {{- end -}}
  {{- if and $service.mail (eq $values.mail.adapter "smtp") -}}
    {{- $required = append $required "SMTP_URL" -}}
  {{- end -}}
  {{- if and $service.objects (eq $values.objects.store "s3") -}}
    {{- $required = concat $required (list "S3_ACCESS_KEY_ID" "S3_SECRET_ACCESS_KEY") -}}
  {{- end -}}
  {{- $required = concat $required (default list $service.secrets) -}}
  {{- $optional = concat $optional (default list $service.optionalSecrets) -}}
{{- end -}}
{{- toYaml (dict "required" ($required | uniq | sortAlpha) "optional" ($optional | uniq | sortAlpha)) -}}
{{- end }}
