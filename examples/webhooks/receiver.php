<?php
// A webhook receiver with PHP, without dependencies: WEBHOOK_SECRETS=whsec_… php -S 127.0.0.1:3000 receiver.php

// region verify
/** Whether the service signed these bytes recently. Pass two secrets during a rotation. */
function is_genuine(string $rawBody, ?string $header, array $secrets, int $now): bool
{
    if (!preg_match('/\At=([0-9]{1,12}),v1=([0-9a-f]{64})\z/', $header ?? '', $found)) {
        return false;
    }
    [, $t, $v1] = $found;
    $isSigned = false;
    foreach ($secrets as $secret) {
        $isSigned = hash_equals(hash_hmac('sha256', "$t.$rawBody", $secret), $v1) || $isSigned;
    }
    return $isSigned && abs($now - (int) $t) <= 300;
}
// endregion

$rawBody = file_get_contents('php://input');
$header = $_SERVER['HTTP_SERVICE_SIGNATURE'] ?? null;
if (!is_genuine($rawBody, $header, explode(',', getenv('WEBHOOK_SECRETS')), time())) {
    http_response_code(401);
    return true;
}
$seen = sys_get_temp_dir() . '/cotejo-' . hash('sha256', $_SERVER['HTTP_SERVICE_EVENT_ID']);
// In production, a table with the body under a unique key. Here, a file that can be created only once.
if (($file = @fopen($seen, 'x')) !== false) {
    fclose($file);
    error_log("new {$_SERVER['HTTP_SERVICE_EVENT_ID']} " . json_decode($rawBody)->estado);
}
http_response_code(204);
return true;
