// A webhook receiver with Java 17, without dependencies: WEBHOOK_SECRETS=whsec_… java Receiver.java
import com.sun.net.httpserver.HttpServer;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

public class Receiver {
    // region verify
    static final Pattern SIGNATURE = Pattern.compile("t=([0-9]{1,12}),v1=([0-9a-f]{64})");

    /** Whether the service signed these bytes recently. Pass two secrets during a rotation. */
    static boolean isGenuine(byte[] rawBody, String header, List<String> secrets, long now)
            throws GeneralSecurityException {
        var found = SIGNATURE.matcher(header == null ? "" : header);
        if (!found.matches()) return false;
        var isSigned = false;
        for (var secret : secrets) {
            var mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            mac.update((found.group(1) + ".").getBytes(StandardCharsets.UTF_8));
            isSigned |= MessageDigest.isEqual(mac.doFinal(rawBody), HexFormat.of().parseHex(found.group(2)));
        }
        return isSigned && Math.abs(now - Long.parseLong(found.group(1))) <= 300;
    }
    // endregion

    public static void main(String[] args) throws Exception {
        var secrets = List.of(System.getenv("WEBHOOK_SECRETS").split(","));
        var port = Integer.parseInt(System.getenv().getOrDefault("PORT", "3000"));
        Set<String> seen = ConcurrentHashMap.newKeySet(); // in production, a table with the body under a unique key
        var server = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 0);
        server.createContext("/", exchange -> {
            var rawBody = exchange.getRequestBody().readAllBytes();
            var headers = exchange.getRequestHeaders();
            var status = 401;
            try {
                var now = System.currentTimeMillis() / 1000;
                if (isGenuine(rawBody, headers.getFirst("Service-Signature"), secrets, now)) status = 204;
            } catch (GeneralSecurityException failure) {
                status = 500;
            }
            var eventId = headers.getFirst("Service-Event-Id");
            if (status == 204 && seen.add(eventId)) System.out.println("new " + eventId);
            exchange.sendResponseHeaders(status, -1);
            exchange.close();
        });
        server.start();
        System.out.println("listening");
    }
}
